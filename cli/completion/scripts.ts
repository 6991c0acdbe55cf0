export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** The hidden command that prints completions. */
export const COMPLETE = '__complete';

/**
 * The scripts call the program for completions, so they never become outdated; they only convert the output to the
 * format of their shell.
 */
export const SCRIPTS: Record<Shell, string> = {
  bash: `# bash completion for perkmint. To install it permanently:
#   perkmint completion bash > ~/.local/share/bash-completion/completions/perkmint
_perkmint() {
  local value about
  COMPREPLY=()
  while IFS=$'\\t' read -r value about; do
    if [ "$value" = ':files' ]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
    else
      COMPREPLY+=("$value")
    fi
  done < <("\${COMP_WORDS[0]}" ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _perkmint perkmint
`,
  zsh: `#compdef perkmint
# zsh completion for perkmint. To install it permanently, write it to a folder in $fpath:
#   perkmint completion zsh > ~/.zfunc/_perkmint
_perkmint() {
  local -a found
  local line
  for line in "\${(@f)$("\${words[1]}" ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    if [[ $line == ':files' ]]; then
      _files
      return
    fi
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe 'perkmint' found
}
if [[ "\${funcstack[1]}" == '_perkmint' ]]; then
  _perkmint "$@"
else
  compdef _perkmint perkmint
fi
`,
  fish: `# fish completion for perkmint. To install it permanently:
#   perkmint completion fish > ~/.config/fish/completions/perkmint.fish
function __perkmint_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] ${COMPLETE} $words[2..-1] 2>/dev/null)
    if test "$found" = ':files'
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $found
    end
end
complete -c perkmint -f -a '(__perkmint_complete)'
`,
  powershell: `# PowerShell completion for perkmint. To install it permanently, add the output to your profile:
#   perkmint completion powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName perkmint -ScriptBlock {
    param($word, $commandAst, $cursor)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | Select-Object -Skip 1 | ForEach-Object { "$_" })
    foreach ($line in & $commandAst.CommandElements[0].Value ${COMPLETE} @words "$word" 2>$null) {
        if ($line -eq ':files') { return }
        $value, $about = $line -split "\`t", 2
        if (-not $about) { $about = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
    }
}
`,
};
