import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createIdentityVerifier } from './identity-verification.ts'

const person = { name: '김한편', phonenumber: '01012345678', birth_date: '1990-02-03' }

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`
}

test('sends the claim to the service and returns its result', async () => {
  const requests: unknown[] = []
  const url = await serve((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      requests.push([
        request.method,
        request.url,
        request.headers['content-type'],
        JSON.parse(body),
      ])
      response.end(JSON.stringify({ verified: true, adult: false, more: 1 }))
    })
  })
  expect(await createIdentityVerifier(url).ask(person)).toEqual({ verified: true, adult: false })
  expect(requests).toEqual([['POST', '/verify', 'application/json', person]])
})

test.each<[string, RequestListener]>([
  ['an error', (_, response) => response.writeHead(500).end('{"verified":true}')],
  ['no JSON', (_, response) => response.end('<html>')],
  ['nothing', (_, response) => response.end()],
  ['another form', (_, response) => response.end('{"verified":"yes"}')],
  ['a broken line', (request) => request.socket.destroy()],
  ['a page without end', (_, response) => response.end(`{"verified":true}${' '.repeat(100_000)}`)],
  [
    'another address',
    (request, response) =>
      request.url === '/verify'
        ? response.writeHead(307, { location: '/elsewhere' }).end()
        : response.end('{"verified":true}'),
  ],
])('%s counts as an outage and verifies nothing', async (_name, listener) => {
  const identity = createIdentityVerifier(await serve(listener))
  await expect(identity.ask(person)).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('verifies by phone only when no service is configured', async () => {
  expect(await createIdentityVerifier(undefined).ask(person)).toEqual({ verified: true })
})
