import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Event as BusinessEvent } from '../../events/model.ts';
import { ApiError, type DataOf, type Reply, send } from './api.ts';
import { getPath } from './client.ts';
import { loadFieldTexts } from './field-texts.ts';
import { subscribe } from './live.ts';

/** Data loaded from the server. Reloading keeps the current data until the response arrives. */
export interface Resource<T> {
  data: ReadonlySignal<T | undefined>;
  error: ReadonlySignal<ApiError | undefined>;
  /** True while loading; during the first load there is no data. */
  isLoading: ReadonlySignal<boolean>;
  reload(): void;
  /** Replaces the data, e.g. with the response of a write. */
  set(data: T): void;
}

interface ResourceOptions {
  /** Prefixes of the event kinds that cause a reload, e.g. `campaign.` or `submission.approved`. */
  live?: string[];
  /** Called before such a reload; returns true if the event needs none. */
  handleEvent?: (event: BusinessEvent) => boolean;
}

/** The reload functions of the data on the page. */
export const mounted = new Set<() => void>();

/**
 * Loads data while the component is mounted, and again when one of `inputs` changes. A newer load aborts the previous one.
 * Render it with `<Loaded resource={…}>`.
 */
export function useResource<T>(
  read: (abort: { fetch: { signal: AbortSignal } }) => Promise<T>,
  inputs: unknown[],
  { live = [], handleEvent = () => false }: ResourceOptions = {},
): Resource<T> {
  const latestRead = useRef(read);
  latestRead.current = read;
  const latestHandler = useRef(handleEvent);
  latestHandler.current = handleEvent;
  const state = useMemo(() => {
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
        const response = await latestRead.current({ fetch: { signal: controller.signal } });
        if (controller !== running) return;
        data.value = response;
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
    const unsubscribe =
      live.length > 0 ? subscribe(live, state.reload, event => latestHandler.current(event)) : () => {};
    mounted.add(state.reload);
    return () => {
      mounted.delete(state.reload);
      unsubscribe();
      state.stop();
    };
  }, []);
  return state;
}

type QueryOf<G> = G extends (options: infer O) => unknown
  ? NonNullable<O> extends { query?: infer Q }
    ? Q
    : never
  : never;

/**
 * Loads the response of an endpoint such as `api.campaigns.get`, and again when its path or the query changes.
 * Otherwise like `useResource`. @param options.also further values that cause it to load again
 */
export function useRead<R extends Reply, G extends (options: never) => Promise<R>>(
  get: G & ((options: never) => Promise<R>),
  query?: QueryOf<G>,
  { also = [], ...options }: ResourceOptions & { also?: unknown[] } = {},
): Resource<DataOf<R>> {
  return useResource(
    abort => send(get({ query, ...abort } as never)),
    [getPath(get), JSON.stringify(query), ...also],
    options,
  );
}

export interface Action<A extends unknown[]> {
  run(...args: A): Promise<void>;
  /** For `<form onSubmit>`; only for actions without arguments. */
  submit(event: Event): void;
  isBusy: ReadonlySignal<boolean>;
  error: Signal<ApiError | undefined>;
}

/**
 * Wraps an operation started by the user: runs once at a time, keeps the error for the form, and moves the focus to the
 * first invalid field.
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
        const failure = toApiError(cause);
        if (failure.details.length > 0) await loadFieldTexts().catch(() => {});
        error.value = failure;
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      } finally {
        isBusy.value = false;
      }
    };
    const submit = (event: Event) => {
      event.preventDefault();
      void (run as () => Promise<void>)();
    };
    return { run, submit, isBusy, error };
  }, []);
}

/** Returns an error to show, and logs one that does not come from the API. */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  console.error(cause);
  return new ApiError({
    code: 'PAGE_ERROR',
    message: 'Something went wrong on this page. Reload it and try again.',
  });
}
