/**
 * Simulates a push service and the browser behind it on loopback: checks the VAPID signature (RFC 8292), decrypts messages
 * (RFC 8291), and answers with the status that a test sets.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedPush = { browser: string; ttl: string | undefined; payload: unknown }
type Fault = { status: number; retry_after?: string }

/** A browser with a subscription. */
function createBrowser() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return { keys, auth: randomBytes(16) }
}
type Browser = ReturnType<typeof createBrowser>

/** Decrypts one record of `aes128gcm` (RFC 8188) with the keys of RFC 8291, section 3.4. */
function decrypt({ keys, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderLength = body[20]!
  const sender = body.subarray(21, 21 + senderLength)
  const record = body.subarray(21 + senderLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const derive = (key: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number) =>
    new Uint8Array(hkdfSync('sha256', key, salt, info, length))
  const secret = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString()
}

/** Whether a request is signed for this service, and the signature is valid. */
function isSigned({ headers }: IncomingMessage, origin: string): boolean {
  const [, header, claims, signature, key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  if (!header || !claims || !signature || !key) return false
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string
    exp: number
  }
  const left_s = exp - Date.now() / 1_000
  return (
    aud === origin &&
    left_s > 0 &&
    left_s <= 86_400 &&
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
}

/** Starts a push service on a free port of loopback. */
export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  const faults = new Map<string, Fault>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const name = request.url?.slice(1) ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const browser = browsers.get(name)
    const fault = faults.get(name)
    if (fault)
      return response
        .writeHead(fault.status, fault.retry_after ? { 'retry-after': fault.retry_after } : {})
        .end()
    if (!browser) return response.writeHead(404).end()
    if (!isSigned(request, origin)) return response.writeHead(403).end()
    const payload: unknown = JSON.parse(decrypt(browser, Buffer.concat(chunks)))
    received.push({ browser: name, ttl: request.headers['ttl'] as string | undefined, payload })
    return response.writeHead(201).end()
  }

  return {
    origin,
    received,
    faults,
    /** Subscribes a browser. @returns what `PushSubscription.toJSON` returns. */
    subscribe(name: string) {
      const browser = createBrowser()
      browsers.set(name, browser)
      return {
        endpoint: `${origin}/${name}`,
        keys: {
          p256dh: browser.keys.getPublicKey('base64url'),
          auth: browser.auth.toString('base64url'),
        },
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
