import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Event as BusinessEvent } from '../../events/model.ts';
import { ApiError } from './api.ts';
import { subscribe } from './live.ts';

/** Something that is read from the server, in one of three states. What was read stays while it is read again. */
export interface Resource<T> {
  data: ReadonlySignal<T | undefined>;
  error: ReadonlySignal<ApiError | undefined>;
  /** While it is read: the first time there is no data yet. */
  isLoading: ReadonlySignal<boolean>;
  reload(): void;
  /** Puts what a write answered in its place, without asking again. */
  set(data: T): void;
}

export interface ResourceOptions {
  /** Read again when an event of one of these kinds happens, e.g. `campaign.` or `submission.approved`. */
  live?: string[];
  /** Deals with such an event itself, without reading again; answers whether it did. */
  handleEvent?: (event: BusinessEvent) => boolean;
}

/**
 * Reads something while the component is shown, and again whenever one of `inputs` changes; an answer that
 * nobody waits for any more is given up. Draw it with `<Loaded resource={…}>`.
 */
export function useResource<T>(
  read: (abort: { fetch: { signal: AbortSignal } }) => Promise<T>,
  inputs: unknown[],
  { live = [], handleEvent = () => false }: ResourceOptions = {},
): Resource<T> {
  const latest = useRef(read);
  latest.current = read;
  const handler = useRef(handleEvent);
  handler.current = handleEvent;
  const held = useMemo(() => {
    const data = signal<T | undefined>(undefined);
    const error = signal<ApiError | undefined>(undefined);
    const isLoading = signal(true);
    let running: AbortController | undefined;
    const reload = async () => {
      running?.abort();
      const mine = new AbortController();
      running = mine;
      isLoading.value = true;
      try {
        const answer = await latest.current({ fetch: { signal: mine.signal } });
        if (mine !== running) return;
        data.value = answer;
        error.value = undefined;
      } catch (cause) {
        if (mine !== running || mine.signal.aborted) return;
        error.value = toApiError(cause);
      }
      isLoading.value = false;
    };
    const set = (value: T) => {
      data.value = value;
    };
    return { data, error, isLoading, reload: () => void reload(), set, stop: () => running?.abort() };
  }, []);
  useEffect(() => {
    held.reload();
  }, inputs);
  useEffect(() => {
    const unfollow =
      live.length > 0 ? subscribe(live, held.reload, event => handler.current(event)) : () => {};
    return () => {
      unfollow();
      held.stop();
    };
  }, []);
  return held;
}

export interface Action<A extends unknown[]> {
  run(...args: A): Promise<void>;
  /** For `<form onSubmit>`; only for actions without arguments. */
  submit(event: Event): void;
  isBusy: ReadonlySignal<boolean>;
  error: Signal<ApiError | undefined>;
  /** What is wrong with a field, by its dotted name in the body, e.g. `reward.value`. */
  fieldError(field: string): string | undefined;
}

/**
 * Something that a person sets off: runs once at a time, keeps its failure for the form to show, and leads the
 * focus to the first field that was refused.
 */
export function useAction<A extends unknown[]>(work: (...args: A) => Promise<unknown>): Action<A> {
  const latest = useRef(work);
  latest.current = work;
  return useMemo(() => {
    const isBusy = signal(false);
    const error = signal<ApiError | undefined>(undefined);
    const run = async (...args: A) => {
      if (isBusy.value) return;
      isBusy.value = true;
      try {
        await latest.current(...args);
        error.value = undefined;
      } catch (cause) {
        error.value = toApiError(cause);
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      } finally {
        isBusy.value = false;
      }
    };
    const submit = (event: Event) => {
      event.preventDefault();
      void (run as () => Promise<void>)();
    };
    return { run, submit, isBusy, error, fieldError: field => error.value?.fieldError(field) };
  }, []);
}

function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  console.error(cause);
  return new ApiError({ code: 'PAGE_ERROR', message: 'This page failed. Load it again.' });
}
