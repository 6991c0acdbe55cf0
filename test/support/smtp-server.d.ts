/** The part of smtp-server that tests use; the package has no types. */
declare module 'smtp-server' {
  import type { EventEmitter } from 'node:events';

  interface Session {
    envelope: { rcptTo: { address: string }[] };
  }
  type Callback = (error?: Error | null) => void;

  export class SMTPServer extends EventEmitter {
    constructor(options: {
      authOptional: boolean;
      disabledCommands: string[];
      logger: boolean;
      onRcptTo(address: { address: string }, session: Session, callback: Callback): void;
      onData(stream: NodeJS.ReadableStream, session: Session, callback: Callback): void;
    });
    listen(port: number, host: string): unknown;
    close(callback: () => void): void;
  }
}
