/**
 * Simulates identity verification by PortOne V2 on loopback: the browser SDK, the window of a provider, and
 * `GET /identity-verifications/{id}`. The window takes any name and date of birth; nothing is verified.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sdkScript, windowPage } from './window.ts'

const portoneAccount = {
  store_id: 'store-simulated',
  secret: 'simulated:secret',
  channel_key: 'channel-key-simulated',
}

type Person = { name: string; birthDate: string; ci?: string; di?: string }
type Verification = { status: 'READY' | 'FAILED' } | { status: 'VERIFIED'; person: Person }

/** Faults of the API: no answer, an error, the result of another verification, no JSON, or a closed connection. */
type PortoneFault = 'hang' | 'error' | 'other_id' | 'no_json' | 'drop'

export type PortoneSimulator = {
  /** The value of `IDENTITY_URL`. */
  address: string
  origin: string
  /** Verifies a person, as the window does. CI and DI follow from the person, unless they are left out. */
  verify(id: string, person: { name: string; birth_date: string; hasNoCi?: boolean }): void
  fail(id: string): void
  fault: PortoneFault | null
  /** The ids that were read, in their order. */
  reads: readonly string[]
  close(): Promise<void>
}

const identifierOf = (kind: string, ...parts: string[]) =>
  createHash('sha512')
    .update([kind, ...parts].join('\0'))
    .digest('base64')

export async function openPortone(port = 0): Promise<PortoneSimulator> {
  const verifications = new Map<string, Verification>()
  const reads: string[] = []
  const state: { fault: PortoneFault | null } = { fault: null }
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy())
  })

  function verify(
    id: string,
    { name, birth_date, hasNoCi }: Parameters<PortoneSimulator['verify']>[1],
  ) {
    // An id that is verified cannot be used again.
    if (verifications.get(id)?.status === 'VERIFIED') return
    const identifiers = hasNoCi
      ? {}
      : { ci: identifierOf('ci', name, birth_date), di: identifierOf('di', name, birth_date) }
    verifications.set(id, {
      status: 'VERIFIED',
      person: { name, birthDate: birth_date, ...identifiers },
    })
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', origin)
    const id = /^\/identity-verifications\/([^/]+)$/.exec(url.pathname)?.[1]
    if (id) return respondWithVerification(request, response, decodeURIComponent(id))
    if (url.pathname === '/v2/browser-sdk.js')
      return send(response, 200, 'text/javascript', sdkScript)
    if (url.pathname !== '/window') return send(response, 404, 'text/plain', '')
    const verificationId = url.searchParams.get('id') ?? ''
    if (request.method === 'POST') {
      const form = new URLSearchParams(await readText(request))
      const [name, birth_date] = [form.get('name') ?? '', form.get('birth_date') ?? '']
      if (form.get('does') === 'verify') verify(verificationId, { name, birth_date })
      else verifications.set(verificationId, { status: 'FAILED' })
      return send(response, 204, 'text/plain', '')
    }
    if (!verifications.has(verificationId)) verifications.set(verificationId, { status: 'READY' })
    return send(response, 200, 'text/html; charset=utf-8', windowPage)
  }

  function respondWithVerification(request: IncomingMessage, response: ServerResponse, id: string) {
    const json = (status: number, body: object) =>
      send(response, status, 'application/json', JSON.stringify(body))
    if (state.fault === 'hang') return
    if (state.fault === 'drop') return request.socket.destroy()
    if (state.fault === 'no_json') return send(response, 200, 'text/html', '<html>')
    if (state.fault === 'error') return json(500, { type: 'INTERNAL_SERVER_ERROR' })
    if (request.headers.authorization !== `PortOne ${portoneAccount.secret}`)
      return json(401, { type: 'UNAUTHORIZED' })
    reads.push(id)
    const verification = verifications.get(id)
    if (!verification) return json(404, { type: 'IDENTITY_VERIFICATION_NOT_FOUND' })
    const common = {
      id: state.fault === 'other_id' ? 'another-verification' : id,
      status: verification.status,
      version: 'V2',
      requestedAt: new Date(0).toISOString(),
    }
    if (verification.status !== 'VERIFIED') return json(200, common)
    const verifiedCustomer = { ...verification.person, gender: 'FEMALE', isForeigner: false }
    return json(200, { ...common, verifiedCustomer, pgTxId: 'simulated', pgRawResponse: '{}' })
  }

  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const { port: used } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${used}`
  const { store_id, secret, channel_key } = portoneAccount
  return Object.assign(state, {
    origin,
    address: `portone://${store_id}:${encodeURIComponent(secret)}@127.0.0.1:${used}?channel=${channel_key}`,
    verify,
    fail: (id: string) => void verifications.set(id, { status: 'FAILED' }),
    reads,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  })
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, { 'content-type': type }).end(body)
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
