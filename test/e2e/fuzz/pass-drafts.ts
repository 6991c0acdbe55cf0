import { listOperationCalls } from '../../../src/describe/operation-calls.ts';
import { APPLE_PATH } from '../../../src/passes/rules/apple.ts';
import { encryptedKey, PBKDF2, toPem } from '../../support/encrypted-key.ts';
import { ISSUER_ID } from '../../support/google-wallet.ts';
import { type AnyKind, type Draft, type PathIds, toRequest } from './drafts.ts';
import type { Body } from './examples.ts';
import type { WireRequest, WireResponse } from './process.ts';
import type { Caller } from './protocol.ts';
import type { Vocabulary } from './values.ts';

/** The most rounds of a passphrase that are tried, and more that must be refused, up to the most that BoringSSL tries. */
const ROUNDS: [rounds: number, kind: AnyKind][] = [
  [100_000, 'heavy'],
  [1_000_000, 'broken'],
  [100_000_000, 'broken'],
];
/** The longest RSA key that is accepted, in bits, then one that must be refused. A server that accepts it signs with it. */
const BITS: [bits: number, kind: AnyKind][] = [
  [4_096, 'heavy'],
  [8_192, 'broken'],
];
const PASS_TYPE = 'pass.com.fuzz';
const MEMBER_ID = 'wallet';
/** The largest texts in a path or header, and in a body. */
const LONG_NAME = 'a'.repeat(4_000);
const LONG_TEXT = 'a'.repeat(1_000_000);

const keys = new Map<number, { certificate: string; privateKey: string }>();

/** Creates an RSA key and a certificate of a pass type that it issued to itself, once per length. */
function getKey(bits: number): { certificate: string; privateKey: string } {
  const known = keys.get(bits);
  if (known) return known;
  const subject = `/UID=${PASS_TYPE}/CN=Fuzz/OU=TEAM123456`;
  const request = ['req', '-x509', '-nodes', '-newkey', `rsa:${bits}`, '-subj', subject, '-days', '3650'];
  const { stdout } = Bun.spawnSync(['openssl', ...request, '-keyout', '-', '-out', '-']);
  const [privateKey, certificate] = stdout.toString().match(/-----BEGIN [\s\S]*?-----END .*-----\n/g) ?? [];
  if (!privateKey || !certificate) throw new Error('openssl created no key and certificate');
  keys.set(bits, { certificate, privateKey });
  return { certificate, privateKey };
}

/** Drafts the set-up of wallets with crafted keys, and everything that phones request for a pass that was issued then. */
export function passDrafts({ document }: Vocabulary): Draft[] {
  const calls = new Map(listOperationCalls(document).map(call => [call.id, call]));
  const draft = (operation: string, body: (ids: PathIds) => Body, kind: AnyKind = 'heavy'): Draft => ({
    operation,
    kind,
    caller: 'owner',
    pick: 1,
    build: ids => toRequest(calls.get(operation)!, { given: {}, body: body(ids) }, kind, 1, ids, undefined),
  });
  const setApple = (bits: number, kind: AnyKind, changes: Body = {}) =>
    draft(
      'setApplePasses',
      () => ({ ...getKey(bits), wwdrCertificate: getKey(bits).certificate, ...changes }),
      kind,
    );
  const setGoogle = (bits: number, kind: AnyKind) => {
    const account = () => ({ client_email: 'a@fuzz.example', private_key: getKey(bits).privateKey });
    const body = () => ({ issuerId: ISSUER_ID, serviceAccountKey: JSON.stringify(account()) });
    return draft('setGooglePasses', body, kind);
  };
  const createPass = (platform: string) =>
    draft('createPass', ids => {
      const programId = ids(calls.get('enrollMember')!, 'id');
      return { platform, programId, memberId: MEMBER_ID };
    });
  let pass = new URL('http://none.example/none');
  const note = ({ body, status }: WireResponse) => {
    if (status === 201) pass = new URL((body as { data: { url: string } }).data.url);
  };
  return [
    ...ROUNDS.map(([rounds, kind]) => {
      const privateKey = toPem(encryptedKey(PBKDF2, rounds));
      return setApple(BITS[0]![0], kind, { privateKey, passphrase: 'a' });
    }),
    ...BITS.flatMap(([bits, kind]) => [setGoogle(bits, kind), setApple(bits, kind)]),
    draft('enrollMember', () => ({ memberId: MEMBER_ID })),
    createPass('google'),
    { ...createPass('apple'), note },
    ...phoneDrafts(() => pass),
  ];
}

/** The parts of a phone's requests for a pass. */
interface Phone {
  serial: string;
  token: string;
  device: string;
  pushToken: string;
}

const LARGEST_PHONE: Phone = { serial: LONG_NAME, token: LONG_NAME, device: LONG_NAME, pushToken: LONG_TEXT };

/** All requests of the protocol between phones and the issuer. */
const PHONE_REQUESTS: ((phone: Phone) => WireRequest)[] = [
  ({ serial, token }) => ofPhone('GET', `/passes/${PASS_TYPE}/${serial}`, token),
  phone =>
    ofPhone('POST', `${registrationsOf(phone)}/${phone.serial}`, phone.token, { pushToken: phone.pushToken }),
  phone => ofPhone('GET', `${registrationsOf(phone)}?passesUpdatedSince=${phone.device}`, phone.token),
  phone => ofPhone('DELETE', `${registrationsOf(phone)}/${phone.serial}`, phone.token),
];

function registrationsOf({ device }: Phone): string {
  return `/devices/${device}/registrations/${PASS_TYPE}`;
}

function ofPhone(method: string, path: string, token: string, body?: object): WireRequest {
  const headers = { authorization: `ApplePass ${token}`, 'Content-Type': 'application/json' };
  return { method, path: `${APPLE_PATH}/v1${path}`, headers, body: body && JSON.stringify(body) };
}

/** Drafts the download of a pass, and all requests of phones for it and with the largest texts. */
function phoneDrafts(getPass: () => URL): Draft[] {
  const toPhone = ({ pathname, searchParams }: URL): Phone => {
    const token = searchParams.get('token') ?? '';
    return { serial: pathname.split('/').at(-1)!, token, device: 'phone', pushToken: 'push' };
  };
  const of = (caller: Caller, build: Draft['build']): Draft => ({
    operation: `page ${APPLE_PATH}`,
    kind: 'heavy',
    caller,
    pick: 1,
    build,
  });
  const download = () => ({ method: 'GET', path: getPass().pathname + getPass().search, headers: {} });
  return [
    of('anonymous', download),
    of('customer', download),
    ...PHONE_REQUESTS.flatMap(build => [
      of('anonymous', () => build(toPhone(getPass()))),
      of('anonymous', () => build(LARGEST_PHONE)),
    ]),
  ];
}
