import { type Signal, useSignal } from '@preact/signals';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { getDigits } from '../../platform/currency-digits.ts';
import { describeFieldError } from '../data/field-texts.ts';
import { getCurrencySymbol } from '../data/format.ts';
import { findNumberIssue, isReaderLoaded, loadNumberReader } from '../data/parse-number.ts';
import type { Action } from '../data/resource.ts';
import { shell as t } from '../messages/shell/index.ts';
import { formatText } from '../messages/text.ts';

export { parseAmount, parseNumber, RATE_DIGITS, toMoneyText, toNumberText } from '../data/parse-number.ts';

interface FormFields {
  action: Action<[]>;
  /** The dotted name of the object that the fields belong to, with its dot; empty for the body itself. */
  prefix: string;
  /** The names of the fields with their prefixes. */
  names: Set<string>;
}

export const FormContext = createContext<FormFields | undefined>(undefined);

/** Fields of an object within the body of a form, whose names are relative to its path, e.g. `rewards.cashback`. */
export function FieldsOf({ path, children }: { path: string; children: ComponentChildren }) {
  const fields = useContext(FormContext);
  return (
    <FormContext.Provider value={fields && { ...fields, prefix: `${fields.prefix}${path}.` }}>
      {children}
    </FormContext.Provider>
  );
}

/** Returns the action of the surrounding form. */
export function useFormAction(): Action<[]> | undefined {
  return useContext(FormContext)?.action;
}

/** Returns the server's message for a field of the surrounding form, by its dotted name in the API. */
export function useFieldError(name: string | undefined): string | undefined {
  const fields = useContext(FormContext);
  const path = name && fields && fields.prefix + name;
  useEffect(() => {
    if (!path) return;
    fields.names.add(path);
    return () => void fields.names.delete(path);
  }, [path]);
  return path && describeFieldError(fields.action.error.value, path);
}

interface FieldProps {
  label: string;
  /** The field's dotted name in the API, e.g. `reward.value`, by which it shows the error of the form. */
  name?: string | undefined;
  hint?: ComponentChildren;
  /** A message found by the page itself. */
  error?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
}

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  required: boolean | undefined;
  disabled: boolean | undefined;
}

/** A label, hint and error with their ARIA attributes; `children` renders the control with these props. */
export function Field({
  label,
  name,
  hint,
  error: ownError,
  isRequired,
  isDisabled,
  children,
}: FieldProps & { children: (controlProps: ControlProps) => ComponentChildren }) {
  const id = useId();
  const formError = useFieldError(name);
  const error = ownError ?? formError;
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const controlProps = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    required: isRequired,
    disabled: isDisabled,
  };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {!isRequired && <span class="optional"> {t.optional}</span>}
      </label>
      {children(controlProps)}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {formatText(t.fieldError, { label, issue: error })}
        </p>
      )}
    </div>
  );
}

export interface TextProps extends FieldProps {
  value: Signal<string>;
  type?: 'text' | 'email' | 'tel' | 'password' | 'url' | 'search' | 'date' | 'time' | 'datetime-local';
  autocomplete?: string;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'url' | 'email';
  placeholder?: string;
  maxLength?: number;
  minLength?: number;
  isMasked?: boolean;
  /** Takes the focus on mount. */
  hasAutofocus?: boolean;
  /** Rendered at the end of the field. */
  button?: ComponentChildren;
}

export function TextField({
  value,
  type = 'text',
  autocomplete = 'off',
  inputMode,
  placeholder,
  maxLength,
  minLength,
  isMasked,
  hasAutofocus,
  button,
  ...field
}: TextProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (hasAutofocus) input.current?.focus();
  }, []);
  const renderInput = (controlProps: ControlProps) => (
    <input
      {...controlProps}
      ref={input}
      class={isMasked ? 'masked' : undefined}
      // The JSX types require a single input type.
      type={type as 'text'}
      autocomplete={autocomplete}
      inputMode={inputMode}
      placeholder={placeholder}
      // Lower case sets attributes; as properties, undefined would become 0.
      maxlength={maxLength}
      minlength={minLength}
      value={value.value}
      onInput={event => {
        value.value = event.currentTarget.value;
      }}
    />
  );
  return (
    <Field {...field}>
      {controlProps =>
        button ? (
          <span class="with-button">
            {renderInput(controlProps)}
            {button}
          </span>
        ) : (
          renderInput(controlProps)
        )
      }
    </Field>
  );
}

export function TextArea({
  value,
  rows = 3,
  maxLength,
  ...field
}: FieldProps & { value: Signal<string>; rows?: number; maxLength?: number }) {
  return (
    <Field {...field}>
      {controlProps => (
        <textarea
          {...controlProps}
          rows={rows}
          maxlength={maxLength}
          value={value.value}
          onInput={event => {
            value.value = event.currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}

/**
 * Numbers stay text until submission (`parseNumber`), so typing is never reformatted. A form with a text that is no number is
 * not submitted.
 * @param digits the decimals that the number can have; by default those of the business's currency
 */
export function NumberField({
  value,
  unit,
  digits,
  error,
  ...field
}: FieldProps & { value: Signal<string>; unit?: string; digits?: number | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  // No issue is shown while the number is being typed.
  const isLeft = useSignal(false);
  useEffect(() => {
    loadNumberReader().catch(() => {});
  }, [value.value]);
  const issue = findNumberIssue(value.value, digits, unit);
  const formError = useFieldError(field.name);
  const setValidity = (found: string | undefined) =>
    input.current?.setCustomValidity(
      found ? formatText(t.fieldError, { label: field.label, issue: found }) : '',
    );
  useLayoutEffect(() => setValidity(issue), [issue]);
  const leave = () => {
    isLeft.value = true;
  };
  /** Submits the form once the text can be read, if the user was faster than the reader. */
  const refuse = (event: Event) => {
    leave();
    const form = input.current?.form;
    if (isReaderLoaded() || !form || form.querySelector('input:invalid') !== input.current) return;
    event.preventDefault();
    loadNumberReader().then(
      () => {
        setValidity(findNumberIssue(value.value, digits, unit));
        form.requestSubmit();
      },
      () => {},
    );
  };
  // Percent signs follow the number; names such as CHF need more room than signs such as €.
  const position = unit === '%' ? ' is-after' : (unit?.length ?? 0) > 1 ? ' is-long' : '';
  return (
    <Field {...field} error={issue && (isLeft.value || error || formError) ? issue : error}>
      {controlProps => (
        <span class={unit ? `with-unit${position}` : ''} data-unit={unit}>
          <input
            {...controlProps}
            ref={input}
            inputMode="decimal"
            autocomplete="off"
            value={value.value}
            onBlur={leave}
            onInvalid={refuse}
            onInput={event => {
              value.value = event.currentTarget.value;
            }}
          />
        </span>
      )}
    </Field>
  );
}

/** An amount of money. @param currency by default the business's own */
export function MoneyField({
  currency,
  ...field
}: FieldProps & { value: Signal<string>; currency?: string | undefined }) {
  return (
    <NumberField
      {...field}
      unit={getCurrencySymbol(currency)}
      digits={currency ? getDigits(currency) : undefined}
    />
  );
}

export interface Option {
  value: string;
  label: string;
}

/** Turns labels by value into options. */
export function listOptions(labels: Record<string, string>): Option[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

export function SelectField({
  value,
  options,
  ...field
}: FieldProps & { value: Signal<string>; options: Option[] }) {
  return (
    <Field {...field}>
      {controlProps => (
        <select
          {...controlProps}
          value={value.value}
          onChange={event => {
            value.value = event.currentTarget.value;
          }}
        >
          {options.map(option => (
            <option key={option.value} value={option.value} selected={option.value === value.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function CheckboxField({
  value,
  label,
  hint,
}: {
  value: Signal<boolean>;
  label: ComponentChildren;
  hint?: string;
}) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={value.value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={event => {
          value.value = event.currentTarget.checked;
        }}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
