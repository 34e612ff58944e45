import { unprivilegedAccount } from '#server/db/embedded/embedded-postgres.ts'
import { findBinaries } from '#server/db/embedded/find-binaries.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { templateDatabase } from '#test/app/template-database.ts'
import { freePort } from '#test/processes/free-port.ts'
import { openTcpProxy } from '#test/services/tcp-proxy.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, openSync, readFileSync, symlinkSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { onTestFinished, type ProvidedContext, vi } from 'vitest'

const deployFile = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../deploy/postgres', name), 'utf8')

const password = 'a password of this test'
const authority = encodeURIComponent(password)

const names = ['pg-1', 'pg-2', 'pg-3'] as const
type Name = (typeof names)[number]

type Account = { uid: number; gid: number } | undefined

/** A machine of the cluster: Patroni and its PostgreSQL, reached through proxies. */
export type ClusterNode = Awaited<ReturnType<typeof startNode>>

export type PatroniCluster = {
  /** The primary through HAProxy, with its own template: option of `openTestApp`. */
  database: ProvidedContext['database']
  /** A replica through HAProxy. */
  replica_url: string
  /** The node that is the primary according to its Patroni; undefined while there is none. */
  findPrimary(except?: ClusterNode): Promise<ClusterNode | undefined>
  /** Hands over to another node, as before maintenance. */
  switchOver(): Promise<void>
}

/**
 * Starts etcd, three nodes with `deploy/postgres/patroni.yml` and HAProxy with `deploy/postgres/haproxy.cfg` on loopback until the
 * test ends. The nodes run the embedded PostgreSQL.
 */
export async function openPatroniCluster(): Promise<PatroniCluster> {
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-patroni-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const etcdPort = await startEtcd(folder)
  const bin = await prepareBinaries(folder, account)
  const nodes: ClusterNode[] = []
  for (const name of names) {
    nodes.push(await startNode({ name, folder, account, bin, etcdPort }))
    // The first one makes the cluster, the others copy it.
    await vi.waitUntil(() => nodes.at(-1)!.isRunning(), { timeout: 120_000, interval: 200 })
  }
  const ports = await startHaproxy(folder, nodes)
  const owner = `postgres://postgres:${authority}@127.0.0.1:${ports.primary}/postgres`
  const application = `postgres://hanpyeon:${authority}@127.0.0.1`
  // Before its first checks HAProxy takes every server for a primary; meanwhile the database is prepared on the first node.
  await prepareDatabase(nodes[0]!)
  const findPrimary = async (except?: ClusterNode) => {
    for (const node of nodes) if (node !== except && (await node.isPrimary())) return node
    return undefined
  }
  return {
    database: {
      owner_url: owner,
      url: `${application}:${ports.primary}/postgres`,
      template: templateDatabase,
    },
    replica_url: `${application}:${ports.replica}/postgres`,
    findPrimary,
    async switchOver() {
      const primary = await findPrimary()
      const response = await fetch(`${primary!.api}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: primary!.name }),
      })
      if (!response.ok) throw new Error(`switchover: ${await response.text()}`)
    },
  }
}

/** Starts a program until the test ends. Its output goes to a file. */
function startProgram(
  command: string,
  args: readonly string[],
  options: { log: string; env?: Record<string, string>; account?: Account },
) {
  const log = openSync(options.log, 'a')
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], HOME: '/', LC_ALL: 'C', ...options.env },
    ...options.account,
  })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return child
}

async function startEtcd(folder: string): Promise<number> {
  const [port, peers] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const args = ['--data-dir', join(folder, 'etcd'), '--listen-client-urls', url]
  args.push('--advertise-client-urls', url, '--unsafe-no-fsync')
  args.push('--listen-peer-urls', `http://127.0.0.1:${peers}`)
  startProgram('etcd', args, { log: join(folder, 'etcd.log') })
  await vi.waitUntil(() => isOk(`${url}/health`), { timeout: 30_000, interval: 100 })
  return port
}

/** Adds the programs to PostgreSQL's that Patroni needs and the embedded PostgreSQL lacks. */
async function prepareBinaries(folder: string, account: Account): Promise<string> {
  const { postgres } = await findBinaries(account !== undefined)
  cpSync(dirname(dirname(postgres)), join(folder, 'postgresql'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const bin = join(folder, 'postgresql/bin')
  const tools = join(bin, 'postgres-tools.py')
  cpSync(join(import.meta.dirname, 'postgres-tools.py'), tools)
  await chmod(tools, 0o755)
  for (const name of ['pg_controldata', 'pg_isready', 'copy_primary'])
    symlinkSync(tools, join(bin, name))
  return bin
}

type NodeOptions = { name: Name; folder: string; account: Account; bin: string; etcdPort: number }

async function startNode({ name, folder, account, bin, etcdPort }: NodeOptions) {
  const home = join(folder, name)
  mkdirSync(home)
  if (account) chownSync(home, account.uid, account.gid)
  const [port, apiPort] = [await freePort(), await freePort()]
  const proxies = await Promise.all([port, apiPort, etcdPort].map(openTcpProxy))
  const [server, api, etcd] = proxies as [(typeof proxies)[0], ...typeof proxies]
  for (const proxy of proxies) onTestFinished(proxy.close)
  const config = join(home, 'patroni.yml')
  await writeFile(
    config,
    `${deployFile('patroni.yml')}
  create_replica_methods: [copy]
  copy:
    command: ${bin}/copy_primary
  parameters:
    unix_socket_directories: ''
    shared_buffers: 32MB
`,
  )
  const patroni = startProgram('patroni', [config], {
    log: join(home, 'patroni.log'),
    account,
    env: {
      PATRONI_NAME: name,
      // For postgres-tools.py: Patroni keeps its own variables to itself.
      OWNER_PASSWORD: password,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcd!.port}`,
      // Otherwise Patroni connects to the address that etcd gives it, past the proxy.
      PATRONI_ETCD3_USE_PROXIES: 'true',
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api!.port}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${server.port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(home, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: password,
    },
  })
  /** All processes of the machine, PostgreSQL's first: Patroni would restart it. */
  const signal = (kind: NodeJS.Signals) => {
    patroni.kill(kind)
    const pid = Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const each of [pid, ...children.map(Number)]) process.kill(each, kind)
  }
  onTestFinished(() => {
    try {
      signal('SIGKILL')
    } catch {
      // It has been killed.
    }
  })
  const url = `http://127.0.0.1:${apiPort}`
  const urlOf = (database: string) =>
    `postgres://postgres:${authority}@127.0.0.1:${port}/${database}`
  return {
    name,
    api: url,
    port: server.port,
    api_port: api!.port,
    kill: () => signal('SIGKILL'),
    freeze: () => signal('SIGSTOP'),
    cut: () => proxies.forEach((proxy) => proxy.cut()),
    isRunning: () => isOk(`${url}/health`),
    isPrimary: () => isOk(`${url}/primary`),
    /** Runs a query as the owner on this server, not through a proxy. */
    ask: (database: string, text: string) => ask(urlOf(database), text),
    urlOf,
  }
}

async function startHaproxy(folder: string, nodes: readonly ClusterNode[]) {
  const ports = { primary: await freePort(), replica: await freePort() }
  let config = deployFile('haproxy.cfg')
    .replace('127.0.0.1:5000', `127.0.0.1:${ports.primary}`)
    .replace('127.0.0.1:5001', `127.0.0.1:${ports.replica}`)
    .replaceAll(' port 8008', '')
  for (const { name, port, api_port } of nodes)
    config = config.replaceAll(
      new RegExp(`server ${name} .*`, 'g'),
      `server ${name} 127.0.0.1:${port} port ${api_port}`,
    )
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, config)
  startProgram('haproxy', ['-db', '-f', file], { log: join(folder, 'haproxy.log') })
  return ports
}

async function prepareDatabase({ ask, urlOf }: ClusterNode) {
  await ask('postgres', 'create role hanpyeon_app nologin')
  await ask('postgres', `create role hanpyeon login password '${password}' in role hanpyeon_app`)
  await ask('postgres', `create database ${templateDatabase}`)
  await migrate(urlOf(templateDatabase))
}

const isOk = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.ok,
    () => false,
  )

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
