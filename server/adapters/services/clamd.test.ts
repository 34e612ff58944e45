import { type ClamdConduct, eicar, openClamd } from '#test/services/clamd.ts'
import { createLogger } from '#server/shared/logger.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createVirusScanner } from './clamd.ts'

/** Opens a scanner, and the log lines that it writes. */
function openScanner(url: string | undefined, timeout_ms?: number) {
  const lines: Record<string, unknown>[] = []
  const log = createLogger('info', 'test', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  const scanner = createVirusScanner(url, { log, ...(timeout_ms ? { timeout_ms } : {}) })
  return { scan: (file: Buffer | string) => scanner.scan(Buffer.from(file)), lines }
}

const unavailable = { code: 'service_unavailable', retry_after: 30 }

it('sends the file whole and returns the signature, over TCP and a Unix socket', async () => {
  const large = randomBytes(1024 * 1024)
  for (const path of [undefined, join(tmpdir(), `clamd-${randomUUID()}.ctl`)]) {
    const clamd = await openClamd(path ? { path } : {})
    const { scan, lines } = openScanner(clamd.url)
    expect(await scan(large)).toBeUndefined()
    expect(await scan(eicar)).toBe('Eicar-Signature')
    expect(await scan(`text ${eicar} text`)).toBe('Eicar-Signature')
    expect(clamd.received[0]?.equals(large)).toBe(true)
    expect(lines).toMatchObject([{ msg: 'virus found' }, { msg: 'virus found' }])
  }
})

it('scans nothing without a URL', async () => {
  expect(await openScanner(undefined).scan(eicar)).toBeUndefined()
})

it('connects once more after a lost connection', async () => {
  const clamd = await openClamd({ conducts: ['hang_up'] })
  expect(await openScanner(clamd.url).scan(eicar)).toBe('Eicar-Signature')
  expect(clamd.connections).toBe(2)
})

it.each<[string, ClamdConduct[], connections: number, error: RegExp]>([
  ['hangs up twice', ['hang_up', 'hang_up'], 2, /closed|ECONNRESET|EPIPE/],
  ['does not answer', ['silent'], 1, /^timeout$/],
  ['hangs up and then does not answer', ['hang_up', 'silent'], 2, /^timeout$/],
])('fails if clamd %s', async (_, conducts, connections, error) => {
  const clamd = await openClamd({ conducts })
  const is_silent = conducts.includes('silent')
  const { scan, lines } = openScanner(clamd.url, is_silent ? 200 : undefined)
  await expect(scan(randomBytes(100_000))).rejects.toMatchObject(unavailable)
  expect(clamd.connections).toBe(connections)
  expect(lines).toMatchObject([
    { level: 40, msg: 'virus scan failed', error: expect.stringMatching(error) },
  ])
})

it('fails for a file above StreamMaxLength and does not send it again', async () => {
  const clamd = await openClamd({ stream_max_length: 100 })
  const { scan, lines } = openScanner(clamd.url)
  expect(await scan('a'.repeat(100))).toBeUndefined()
  await expect(scan('a'.repeat(101))).rejects.toMatchObject(unavailable)
  expect(lines).toMatchObject([{ error: 'INSTREAM size limit exceeded. ERROR' }])
  expect(clamd.connections).toBe(2)
})

it.each(['', 'stream: ', 'stream:  FOUND', 'stream: OK ERROR', 'OK', 'UNKNOWN COMMAND'])(
  'counts the answer %j as no verdict',
  async (answer) => {
    const clamd = await openClamd({ answer })
    await expect(openScanner(clamd.url).scan('text')).rejects.toMatchObject(unavailable)
  },
)

it('fails if nobody listens', async () => {
  for (const url of ['tcp://127.0.0.1:1', 'tcp://[::1]:1', 'unix:/nowhere/clamd.ctl'])
    await expect(openScanner(url).scan('text')).rejects.toMatchObject(unavailable)
})
