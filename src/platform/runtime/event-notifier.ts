/** The part of an event that followers use. */
export interface RecordedEvent {
  type: string;
  family: string;
  sequence: number;
  data: { object: unknown };
}

export type EventListener = (businessId: string, events: readonly RecordedEvent[]) => void;

/** Collects the businesses whose event logs grew since the last commit, for the streams that follow them. */
export interface EventNotifier {
  /** Sets which businesses to collect; until then none are. */
  follow(isFollowed: (businessId: string) => boolean): void;
  /** Called after the commit of an event, because a follower that checks earlier finds nothing. */
  note(businessId: string, events: readonly RecordedEvent[]): void;
  /** Returns the businesses collected since the last call. */
  take(): string[];
  /** Calls a listener for every business with new events, after each commit. */
  subscribe(listener: EventListener): void;
}
