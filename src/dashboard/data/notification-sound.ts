const NOTES_HZ = [659, 880];
const NOTE_SECONDS = 0.12;
const VOLUME = 0.15;

/** Plays two short notes. Browsers allow it only after the first click on the page. */
export function playNotes(): void {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = VOLUME;
  gain.connect(context.destination);
  for (const [index, frequency] of NOTES_HZ.entries()) {
    const note = context.createOscillator();
    note.frequency.value = frequency;
    note.connect(gain);
    note.start(context.currentTime + index * NOTE_SECONDS);
    note.stop(context.currentTime + (index + 1) * NOTE_SECONDS);
  }
  setTimeout(() => void context.close(), 1_000);
}
