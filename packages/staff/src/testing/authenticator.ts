import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** A browser with a passkey in it: ES256, without attestation. */
export interface Authenticator {
  create(options: PublicKeyCredentialCreationOptionsJSON, faults?: Faults): RegistrationResponseJSON;
  get(options: PublicKeyCredentialRequestOptionsJSON, faults?: Faults): AuthenticationResponseJSON;
}

/** Deviations from a correct response. */
export interface Faults {
  origin?: string;
  rpID?: string;
  challenge?: string;
  type?: string;
  /** Without a PIN, fingerprint or the like. */
  unverified?: boolean;
  userHandle?: string;
  counter?: number;
  key?: KeyObject;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let userHandle = '';
  let counter = 0;

  function clientData(type: string, challenge: string, faults: Faults): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );
  }

  function authenticatorData(rpID: string, { unverified, ...faults }: Faults, credential?: Buffer): Buffer {
    const flags = PRESENT | (unverified ? 0 : VERIFIED) | (credential ? WITH_CREDENTIAL : 0);
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags, 0);
    rest.writeUInt32BE(faults.counter ?? counter, 1);
    const hash = createHash('sha256')
      .update(faults.rpID ?? rpID)
      .digest();
    return Buffer.concat([hash, rest, credential ?? Buffer.alloc(0)]);
  }

  function attestedCredential(): Buffer {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
  }

  return {
    create({ challenge, rp, user }, faults = {}) {
      userHandle = user.id;
      const authData = authenticatorData(rp.id ?? '', faults, attestedCredential());
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...credentialOf(id),
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, faults)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      };
    },

    get({ challenge, rpId = '' }, faults = {}) {
      counter += 1;
      const data = clientData('webauthn.get', challenge, faults);
      const authData = authenticatorData(rpId, faults);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return {
        ...credentialOf(id),
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', signed, faults.key ?? privateKey)),
          userHandle: faults.userHandle ?? userHandle,
        },
      };
    },
  };
}

function credentialOf(id: Buffer) {
  return {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };
}

/** RFC 9053 §7.1.1: EC2, ES256, P-256. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
