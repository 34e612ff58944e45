// hard: runs npm start, each time with a PostgreSQL of its own.
import { acquirePidLock } from '#server/shared/pid-lock-file.ts'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test, vi } from 'vitest'
import { afterFile, freePort, postmasterOf, startStack } from '#test/processes/npm-start.ts'

vi.setConfig({ testTimeout: 60_000 })

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'hanpyeon-preflight-'))
  // Mounts are removed at the same time, so removal is retried.
  afterFile(() => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  return path
}

const isRoot = process.getuid?.() === 0

/** Starts the application and returns its output after it exits with 1. */
async function startAndFail(env: { DATA_DIR: string } & Record<string, string>, account = {}) {
  const stack = await startStack(env, account)
  const code = await stack.exit
  expect([code, stack.said()]).toEqual([1, expect.any(String)])
  expect(stack.said()).not.toMatch(/\n\s+at |node:internal/)
  return stack.said()
}

/** Also expects the output to be one line. */
async function startAndFailInOneLine(
  env: { DATA_DIR: string } & Record<string, string>,
  account = {},
) {
  const output = await startAndFail(env, account)
  expect(output.trimEnd().split('\n')).toHaveLength(1)
  return output
}

test.concurrent('reports a port that is in use', async () => {
  const occupied = createServer()
  occupied.listen(0, '127.0.0.1')
  await once(occupied, 'listening')
  afterFile(async () => void occupied.close())
  const { port } = occupied.address() as { port: number }
  const data = await folder()
  expect(await startAndFailInOneLine({ DATA_DIR: data, PORT: String(port) })).toBe(
    `Port ${port} is taken: stop what listens there, or set PORT to another.\n`,
  )
  expect(postmasterOf(data)).toBeUndefined()
})

test.concurrent('reports all invalid environment variables together', async () => {
  const output = await startAndFail({
    DATA_DIR: await folder(),
    PORT: '99999',
    SEED: 'everything',
    MAX_CONCURRENT_ENCODES: 'two',
    DATABASE_URL: 'mysql://x',
  })
  for (const name of ['PORT', 'SEED', 'MAX_CONCURRENT_ENCODES', 'DATABASE_URL'])
    expect(output).toContain(name)
})

test.concurrent('refuses to sell the demonstration by a gateway of one’s own', async () => {
  const data = await folder()
  const keys = {
    TOSS_SECRET_KEY: 'live_sk_own',
    TOSS_CLIENT_KEY: 'live_ck_own',
    TOSS_MERCHANT_ID: 'own',
  }
  expect(await startAndFailInOneLine({ DATA_DIR: data, SEED: 'demo', ...keys })).toMatch(
    /^SEED=demo sells invented films\. /,
  )
  expect(readdirSync(data)).toEqual([])
})

test.concurrent('reports a file in place of the data folder or of its parent', async () => {
  const file = join(await folder(), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'below')]) {
    expect(await startAndFailInOneLine({ DATA_DIR: path })).toContain(
      'is not a folder: set DATA_DIR to one.',
    )
  }
})

test.runIf(isRoot).concurrent('reports a data folder of another account', async () => {
  const data = join(await folder(), 'closed')
  mkdirSync(data, { mode: 0o700 })
  // An account that may only read the project.
  const output = await startAndFailInOneLine({ DATA_DIR: data }, { uid: 65534, gid: 65534 })
  expect(output).toContain(`Not allowed to write ${data}`)
})

async function mounted(options: string[]): Promise<string | undefined> {
  const mountPoint = await folder()
  const run = promisify(execFile)
  const mount = await run('mount', [...options, mountPoint]).catch(() => undefined)
  if (!mount) return undefined
  afterFile(() => run('umount', ['-l', mountPoint]).then(() => {}))
  return mountPoint
}

test
  .runIf(isRoot)
  .concurrent('reports a file system that is full, fills up, or is read-only', async (context) => {
    const tmpfs = ['-t', 'tmpfs', 'tmpfs', '-o']
    const [full, small, fixed] = await Promise.all([
      mounted([...tmpfs, 'size=64k']),
      mounted([...tmpfs, 'size=4m']),
      mounted([...tmpfs, 'ro']),
    ])
    if (!full || !small || !fixed) return context.skip('nothing can be mounted here')
    expect(await startAndFailInOneLine({ DATA_DIR: full })).toContain('The disk is full')
    expect(await startAndFailInOneLine({ DATA_DIR: small })).toContain('The disk is full')
    expect(await startAndFailInOneLine({ DATA_DIR: join(fixed, 'data') })).toContain('is read-only')
  })

test.concurrent('reports a cluster that PostgreSQL rejects', async () => {
  const data = await folder()
  const cluster = join(data, 'postgres')
  mkdirSync(cluster, { mode: 0o755 })
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
  writeFileSync(join(data, 'postgres.secret'), 'x')
  expect(await startAndFailInOneLine({ DATA_DIR: data })).toMatch(/^PostgreSQL did not start: .*/)
})

test.concurrent('reports another npm start in the folder', async () => {
  const data = await folder()
  const release = acquirePidLock(join(data, 'start.lock'))
  expect(release).toBeDefined()
  expect(await startAndFailInOneLine({ DATA_DIR: data })).toContain(
    `Another npm start works in ${data}`,
  )
  release?.()
})

test.concurrent('reports a DATABASE_URL with a closed port, a missing database or a wrong password, without the password', async () => {
  const { owner_url } = inject('database')
  const closed = await freePort()
  const other = new URL(owner_url)
  other.password = 'wrong-secret'
  const cases: [string, RegExp][] = [
    [
      `postgres://me:my-secret@127.0.0.1:${closed}/x`,
      /no PostgreSQL answers at .* \(ECONNREFUSED\)/,
    ],
    [owner_url.replace(/\/[^/]*$/, '/nowhere'), /there is no database "nowhere"/],
    [other.href, /does not let "postgres" in/],
  ]
  for (const [url, message] of cases) {
    const output = await startAndFailInOneLine({ DATA_DIR: await folder(), DATABASE_URL: url })
    expect(output).toMatch(message)
    expect(output).not.toContain(new URL(url).password)
  }
})

test.concurrent('reports a PostgreSQL that is too old', async () => {
  const port = await oldServer()
  const output = await startAndFailInOneLine({
    DATA_DIR: await folder(),
    DATABASE_URL: `postgres://me:x@127.0.0.1:${port}/x`,
  })
  expect(output).toBe('DATABASE_URL: the server is PostgreSQL 16, and 18 or newer is needed.\n')
})

/** Implements just enough of the PostgreSQL protocol (3.0, "Message Formats") to report version 16. */
async function oldServer(): Promise<number> {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const text = (value: string) => Buffer.from(`${value}\0`)
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
  const int32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 255])
  const readyForQuery = message('Z', Buffer.from('I'))
  const column = [text('version'), int32(0), int16(0), int32(23), int16(4), int32(0), int16(0)]
  const response = Buffer.concat([
    message('T', Buffer.concat([int16(1), ...column])),
    message('D', Buffer.concat([int16(1), int32(2), Buffer.from('16')])),
    message('C', text('SELECT 1')),
    readyForQuery,
  ])
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), readyForQuery]))
      socket.on(
        'data',
        (data: Buffer) => data.toString('latin1', 0, 1) === 'Q' && socket.write(response),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(async () => void server.close())
  return (server.address() as { port: number }).port
}
