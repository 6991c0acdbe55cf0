import type { Destination } from './destination.ts';
import { createFolderDestination } from './folder.ts';
import { createS3Destination, type S3Access } from './s3.ts';

/** The credentials and files that destinations need besides their URL. */
interface DestinationAccess {
  s3: S3Access;
  /** The text of a private SSH key; '' without one. */
  sshKey: string;
  /** The socket of an SSH agent; '' without one. */
  sshAgent: string;
  /** The file with the host keys of SFTP servers. */
  knownHostsFile: string;
  /** Whether this is the first backup at the destination, so that its folder may be created. */
  isNew: boolean;
}

const PROTOCOLS = ['s3:', 'sftp:', 'file:'];

/** Checks the URL of a destination. @throws Error whose message continues "NAME …" */
export function parseDestinationUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !PROTOCOLS.includes(url.protocol))
    throw new Error('must be a URL that begins with s3://, sftp:// or file://');
  if (url.protocol === 'file:' && (url.hostname !== '' || url.pathname === '/'))
    throw new Error('must name a folder with its whole path, such as file:///mnt/usb/perkmint');
  if (url.protocol !== 'file:' && url.hostname === '')
    throw new Error(
      url.protocol === 's3:'
        ? 'must name a bucket, such as s3://bucket/perkmint'
        : 'must name a server, such as sftp://user@nas.example/backups/perkmint',
    );
  if (url.protocol === 'sftp:' && url.username === '')
    throw new Error('must name a user, such as sftp://backup@nas.example/perkmint');
  try {
    decodeURIComponent(url.username + url.password + url.pathname);
  } catch {
    throw new Error('must write % as %25 in user, password and path');
  }
  return text;
}

/** Opens a destination by its URL. Nothing is connected before the first use. @throws Error for an invalid URL */
export async function openDestination(text: string, access: DestinationAccess): Promise<Destination> {
  const url = new URL(parseDestinationUrl(text));
  if (url.protocol === 'file:') return createFolderDestination(url, access.isNew);
  if (url.protocol === 's3:') return createS3Destination(url, readS3Access(url, access.s3));
  // Loaded when it is used, because few installations do.
  const { createSftpDestination } = await import('./sftp.ts');
  const { sshKey, sshAgent, knownHostsFile } = access;
  return createSftpDestination(url, {
    knownHostsFile,
    ...(sshKey && { privateKey: sshKey }),
    ...(sshAgent && { agent: sshAgent }),
  });
}

/** Credentials and service in the URL take precedence: `s3://key:secret@bucket/prefix?endpoint=…&region=…`. */
function readS3Access({ username, password, searchParams }: URL, settings: S3Access): S3Access {
  return {
    endpoint: searchParams.get('endpoint') ?? settings.endpoint,
    region: searchParams.get('region') ?? settings.region,
    accessKeyId: decodeURIComponent(username) || settings.accessKeyId,
    secretAccessKey: decodeURIComponent(password) || settings.secretAccessKey,
  };
}
