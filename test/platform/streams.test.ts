import { describe, expect, test } from 'bun:test';
import { createEventNotifier } from '../../src/events/notifier.ts';
import { type Signal, StreamRegistry, type WakeStreams } from '../../src/platform/runtime/streams.ts';

/** Streams that say each signal they get; what wakes them is in the hands of the test. */
function listening() {
  let wake: WakeStreams = () => {};
  let isListening = false;
  const streams = new StreamRegistry({
    noun: 'test',
    maxStreams: 3,
    subscribe: given => {
      wake = given;
      isListening = true;
      return () => {
        isListening = false;
      };
    },
  });
  const open = (topic: string) => {
    const signals: Signal[] = [];
    const body = streams.open(topic, [], async function* (waker) {
      yield 'open';
      for (;;) {
        signals.push(await waker.next());
        if (signals.at(-1) === 'end') return;
        yield 'woken';
      }
    });
    const reader = body.getReader();
    return { signals, reader };
  };
  return { open, streams, wake: (topic?: string) => wake(topic), isListening: () => isListening };
}

describe('StreamRegistry', () => {
  test('wakes only the streams of a topic', async () => {
    const { open, wake } = listening();
    const [mine, theirs] = [open('biz_1'), open('biz_2')];
    for (const { reader } of [mine, theirs]) await reader.read();
    wake('biz_1');
    await mine.reader.read();
    wake('biz_3');
    wake();
    for (const { reader } of [mine, theirs]) await reader.read();
    expect([mine.signals, theirs.signals]).toEqual([['update', 'update'], ['update']]);
    for (const { reader } of [mine, theirs]) await reader.cancel();
  });

  test('subscribes while a stream is open, and removes a topic with its last stream', async () => {
    const { open, streams, isListening } = listening();
    expect(isListening()).toBe(false);
    const [first, second] = [open('biz_1'), open('biz_1')];
    await first.reader.cancel();
    expect([isListening(), streams.hasTopic('biz_1')]).toEqual([true, true]);
    await second.reader.cancel();
    expect([isListening(), [...streams.topics()]]).toEqual([false, []]);
  });

  test('a stream whose database fails ends and does not count toward the limits any more', async () => {
    const { streams } = listening();
    const limits = [{ of: 'person', id: 'usr_1', max: 1 }];
    const fail = async function* () {
      yield 'open';
      throw new Error('The database is away');
    };
    for (let n = 0; n < 2; n++) {
      const reader = streams.open('biz_1', limits, fail).getReader();
      await reader.read();
      await expect(reader.read()).rejects.toThrow('The database is away');
    }
    expect([...streams.topics()]).toEqual([]);
  });
});

test('the event notifier collects followed businesses, each once until they are taken', () => {
  const notifier = createEventNotifier();
  notifier.note('biz_1', []);
  notifier.follow(businessId => businessId !== 'biz_3');
  for (const businessId of ['biz_1', 'biz_2', 'biz_1', 'biz_3']) notifier.note(businessId, []);
  expect(notifier.take()).toEqual(['biz_1', 'biz_2']);
  expect(notifier.take()).toEqual([]);
});
