import { once } from 'node:events';
import { createServer } from 'node:net';

export interface SmtpSink {
  url: string;
  /** The messages as received, headers and body. */
  received: string[];
  close(): Promise<void>;
}

/** Starts an SMTP server on loopback that accepts all messages and delivers none. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const received: string[] = [];
  const server = createServer(socket => {
    let text = '';
    let isData = false;
    socket.write('220 sink\r\n');
    socket.on('data', bytes => {
      text += bytes.toString();
      for (let end = ending(); end !== -1; end = ending()) {
        const part = text.slice(0, end);
        text = text.slice(end + (isData ? '\r\n.\r\n' : '\r\n').length);
        if (isData) received.push(part);
        const startsData = !isData && part.toUpperCase() === 'DATA';
        isData = startsData;
        socket.write(startsData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
    const ending = () => text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    received,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
