import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Event as BusinessEvent } from '../../events/model.ts';
import { ApiError } from './api.ts';
import { subscribe } from './live.ts';

/** Data loaded from the server. Earlier data stays visible during a reload. */
export interface Resource<T> {
  data: ReadonlySignal<T | undefined>;
  error: ReadonlySignal<ApiError | undefined>;
  /** True during a load, including the first. */
  isLoading: ReadonlySignal<boolean>;
  reload(): void;
  /** Replaces the data with the response of a write, without a reload. */
  set(data: T): void;
}

export interface ResourceOptions {
  /** Event kinds or prefixes that trigger a reload, e.g. `campaign.` or `submission.approved`. */
  live?: string[];
  /** Deals with such an event itself, without reading again; answers whether it did. */
  handles?: (event: BusinessEvent) => boolean;
}

/**
 * Loads data on mount and whenever one of `inputs` changes; outdated requests are aborted. Render it with
 * `<Loaded resource={…}>`.
 */
export function useResource<T>(
  read: (abort: { fetch: { signal: AbortSignal } }) => Promise<T>,
  inputs: unknown[],
  { live = [], handles = () => false }: ResourceOptions = {},
): Resource<T> {
  const latest = useRef(read);
  latest.current = read;
  const handler = useRef(handles);
  handler.current = handles;
  const held = useMemo(() => {
    const data = signal<T | undefined>(undefined);
    const error = signal<ApiError | undefined>(undefined);
    const isLoading = signal(true);
    let running: AbortController | undefined;
    const reload = async () => {
      running?.abort();
      const controller = new AbortController();
      running = controller;
      isLoading.value = true;
      try {
        const result = await latest.current({ fetch: { signal: controller.signal } });
        if (controller !== running) return;
        data.value = result;
        error.value = undefined;
      } catch (cause) {
        if (controller !== running || controller.signal.aborted) return;
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
    state.reload();
  }, inputs);
  useEffect(() => {
    const unfollow =
      live.length > 0 ? subscribe(live, held.reload, event => handler.current(event)) : () => {};
    return () => {
      unsubscribe();
      state.stop();
    };
  }, []);
  return state;
}

export interface Action<A extends unknown[]> {
  run(...args: A): Promise<void>;
  /** Handler for `<form onSubmit>`; only for actions without arguments. */
  submit(event: Event): void;
  isBusy: ReadonlySignal<boolean>;
  error: Signal<ApiError | undefined>;
  /** Returns a field's error message by its dotted name in the body, e.g. `reward.value`. */
  of(field: string): string | undefined;
}

/**
 * Wraps a user action: one run at a time, keeps its error for the form, and focuses the first invalid field after a
 * failure.
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
    return { run, submit, isBusy, error, of: field => error.value?.fieldError(field) };
  }, []);
}

function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  console.error(cause);
  return new ApiError({ code: 'PAGE_ERROR', message: 'Something went wrong. Reload the page.' });
}
