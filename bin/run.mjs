// Runs a task of bin/ on Node 24, with what it needs installed: `node bin/run.mjs start`.
// Plain JavaScript that any Node from 18 reads, because it comes before everything else.
import { spawn, spawnSync } from 'node:child_process'
import * as crypto from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [task = '', ...args] = process.argv.slice(2)

install()
run(findNode(), join(root, 'bin', `${task}.ts`))

/** Installs what the lock file names, when that is not what is there. */
function install() {
  const wanted = crypto
    .createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write('Installing packages…\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) {
    process.stderr.write('The packages could not be installed: see above.\n')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** This Node where it is 24 or newer and hashes passwords, else the one among the packages. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24 && hashesPasswords())
    return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const node = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(node)) return node
  process.stderr.write(`Node 24.7 or newer is needed, this is ${process.version}.\n`)
  process.exit(1)
}

/** Argon2id came with 24.7, and only where Node is built with an OpenSSL that has it. */
function hashesPasswords() {
  try {
    const bytes = Buffer.alloc(8)
    const settings = { memory: 8, passes: 1, parallelism: 1, tagLength: 8 }
    crypto.argon2Sync('argon2id', { message: bytes, nonce: bytes, ...settings })
    return true
  } catch {
    return false
  }
}

function run(node, file) {
  const child = spawn(node, [file, ...args], { cwd: root, stdio: 'inherit' })
  // Ctrl-C reaches the child by itself; it ends when it is done, and we with it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  // npm's shell keeps a signal to itself: when whoever started us is gone, this was meant for us.
  const { ppid } = process
  const orphaned = () => {
    if (process.ppid !== ppid) child.kill('SIGTERM')
  }
  if (process.env.npm_lifecycle_event) setInterval(orphaned, 200).unref()
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
