import { freePort } from '#test/processes/free-port.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

/** An account without rights: PgBouncer refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 }

/** Starts PgBouncer with its defaults in front of a server. `through` returns a URL of that server through it. */
export async function openPgBouncer(urls: readonly string[], poolMode: 'session' | 'transaction') {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-pgbouncer-'))
  const port = await freePort()
  const users = urls.map((url) => new URL(url))
  await writeFile(
    join(folder, 'users.txt'),
    users.map(({ username, password }) => `"${username}" "${password}"\n`).join(''),
  )
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n* = host=127.0.0.1 port=${users[0]!.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n` +
      `listen_port = ${port}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${join(folder, 'users.txt')}\n` +
      `pool_mode = ${poolMode}\ndefault_pool_size = 40\n`,
  )
  await chmod(folder, 0o755)
  const child = spawn('pgbouncer', ['--quiet', join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 ? nobody : {}),
  })
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () =>
        resolve(false),
      )
      socket.on('connect', () => socket.destroy())
    })
  await vi.waitUntil(isListening, { timeout: 10_000 })
  return {
    through: (url: string) => Object.assign(new URL(url), { port: String(port) }).href,
    async close() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}
