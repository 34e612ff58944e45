import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The members of the WebAuthn options that an authenticator uses. */
export type CeremonyOptions = {
  challenge: string
  rpId?: string
  rp?: { id: string }
  user?: { id: string }
}

/** Deviations from correct behaviour for tests. */
export type AuthenticatorFault = {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  counter?: number
  /** WebAuthn Level 3, 6.1: bit 0 user present, 2 verified, 6 attested data follow. */
  flags?: number
  key?: KeyObject
  userHandle?: string | null
  /** The attestation statement: format and content. */
  fmt?: string
  attStmt?: Cbor
  /** Self attestation (8.2), which some authenticators send without a request. */
  attested_by?: KeyObject | 'itself'
  id?: string
}

type Cbor = string | number | Buffer | Cbor[] | Map<string | number, Cbor>

/**
 * A software security key (WebAuthn Level 3, 6): one ES256 credential, no attestation, an increasing counter.
 * `make` and `answer` return the JSON that a browser would send.
 */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, fault: AuthenticatorFault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(
    rpId: string,
    flags: number,
    fault: AuthenticatorFault,
    attested = Buffer.alloc(0),
  ) {
    const head = Buffer.alloc(5)
    head[0] = fault.flags ?? flags
    head.writeUInt32BE(fault.counter ?? ++counter, 1)
    return Buffer.concat([sha256(fault.rpId ?? rpId), head, attested])
  }

  function statementOf(authData: Buffer, client: Buffer, { attested_by }: AuthenticatorFault) {
    if (!attested_by) return new Map<string, Cbor>()
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
    const signature = sign('sha256', signed, attested_by === 'itself' ? privateKey : attested_by)
    return new Map<string, Cbor>([
      ['alg', -7],
      ['sig', signature],
    ])
  }

  return {
    id,
    /** Responds to registration options. */
    make(options: CeremonyOptions, fault: AuthenticatorFault = {}): Record<string, unknown> {
      userHandle = options.user?.id ?? ''
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // COSE_Key (RFC 9053): EC2, ES256, P-256.
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const named = fault.id === undefined ? credentialId : Buffer.from(fault.id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(named.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, named, key])
      const authData = authenticatorData(options.rp?.id ?? '', 0b0100_0101, fault, attested)
      const client = clientData('webauthn.create', options.challenge, fault)
      const attestation = new Map<string, Cbor>([
        ['fmt', fault.fmt ?? (fault.attested_by ? 'packed' : 'none')],
        ['attStmt', fault.attStmt ?? statementOf(authData, client, fault)],
        ['authData', authData],
      ])
      return {
        id: named.toString('base64url'),
        rawId: named.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['usb', 'teleport'],
        },
      }
    },
    /** Responds to authentication options. */
    answer(options: CeremonyOptions, fault: AuthenticatorFault = {}): Record<string, unknown> {
      const client = clientData('webauthn.get', options.challenge, fault)
      const data = authenticatorData(options.rpId ?? '', 0b0000_0101, fault)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const signature = sign('sha256', signed, fault.key ?? privateKey)
      const handle = fault.userHandle === undefined ? userHandle : fault.userHandle
      return {
        id: fault.id ?? id,
        rawId: fault.id ?? id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(handle === null ? {} : { userHandle: handle }),
        },
      }
    },
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Encodes CBOR (RFC 8949), as far as attestations need it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? headOf(0, value) : headOf(1, -1 - value)
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([headOf(3, text.length), text])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([headOf(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([headOf(4, value.length), ...value.map(cbor)])
  const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([headOf(5, value.size), ...pairs])
}

function headOf(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff])
}
