import FakeTimers, { type Clock } from '@sinonjs/fake-timers';
import { HOUR_MS } from '../../../src/platform/clock.ts';
import { Dice } from './dice.ts';

/** A whole hour, because the models of perk programs count hours. */
const START_MS = Date.parse('2026-03-02T12:00:00.000Z');
const UUID_VERSION = 0x70;
const UUID_VARIANT = 0x80;
const UUID_TIME_BYTES = 6;
const UUID_BYTES = 16;

/**
 * Replaces the time, the timers and the randomness of this process. The time moves only when `pass` or `set` is called, so
 * that nothing waits, and two runs with the same seed decide the same.
 */
export class SimulatedTime {
  readonly #clock: Clock;

  constructor(seed: number) {
    const dice = new Dice(seed, 'random bytes');
    this.#clock = FakeTimers.install({
      now: START_MS,
      // Elysia sets some when it is imported.
      shouldClearNativeTimers: true,
      toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    const sleep = (ms: number | Date) => new Promise<void>(resolve => setTimeout(resolve, Number(ms)));
    Object.assign(Bun, { sleep, randomUUIDv7: createUuids(dice) });
    Object.assign(Math, { random: () => dice.below(2 ** 32) / 2 ** 32 });
    Object.assign(crypto, {
      getRandomValues: (array: Uint8Array) => {
        array.set(dice.bytes(array.length));
        return array;
      },
    });
  }

  /** Lets time pass, as for a computer that sleeps: each timer that becomes due fires once, at the end. */
  pass(hours: number): void {
    this.#clock.jump(hours * HOUR_MS);
  }

  /** Sets the clock forward or back. No time passes. */
  set(byHours: number): void {
    this.#clock.setSystemTime(Date.now() + byHours * HOUR_MS);
  }

  /** Gives the process its own time back, but not its randomness. */
  end(): void {
    this.#clock.uninstall();
  }
}

/** Returns a replacement of Bun's function: UUIDs of version 7 that increase within a millisecond. */
function createUuids(dice: Dice) {
  let [latestMs, counter] = [0, 0];
  return (_encoding: 'buffer', timeMs: number): Buffer => {
    counter = timeMs === latestMs ? counter + 1 : 0;
    latestMs = timeMs;
    const uuid = Buffer.concat([Buffer.alloc(UUID_TIME_BYTES), dice.bytes(UUID_BYTES - UUID_TIME_BYTES)]);
    uuid.writeUIntBE(timeMs, 0, UUID_TIME_BYTES);
    // 4 bits of the version, 12 of the counter, 2 of the variant, and 14 more of the counter.
    uuid.writeUInt16BE((UUID_VERSION << 8) | (counter >> 14), UUID_TIME_BYTES);
    uuid.writeUInt16BE((UUID_VARIANT << 8) | (counter & 0x3fff), UUID_TIME_BYTES + 2);
    return uuid;
  };
}
