// Runs a task of bin/ on Node 24 after installing what the task needs: `node bin/run.mjs start`.
// Plain JavaScript for Node 18 and newer, because nothing is installed yet.
import { spawn } from 'node:child_process'
import * as crypto from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledNode, installFor } from './install.mjs'
import { taskFiles } from './tasks.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [task = '', ...args] = process.argv.slice(2)

const taskFile = taskFiles[task]
if (!taskFile) {
  process.stderr.write(`Unknown task ${task}. Tasks: ${Object.keys(taskFiles).join(', ')}\n`)
  process.exit(1)
}

// Debian builds its Node without the part that runs TypeScript.
const isNodeTooOld =
  Number(process.versions.node.split('.')[0]) < 24 || !process.features.typescript || !hasArgon2()
try {
  await installFor(task, root, isNodeTooOld)
} catch (error) {
  process.stderr.write(`The packages could not be installed: ${error.message}.\n`)
  process.exit(1)
}
run(findNode(), join(root, 'bin', taskFile))

/** @returns the Node of this machine, or that of `bin/packages/node` if it is too old. */
function findNode() {
  if (!isNodeTooOld) return process.execPath
  const node = bundledNode(join(root, 'bin/packages/node'))
  if (existsSync(node)) return node
  process.stderr.write(
    `Node 24.7 or newer that runs TypeScript is needed, this is ${process.version}.\n`,
  )
  process.exit(1)
}

/** Argon2id requires Node 24.7, built with a supporting OpenSSL. */
function hasArgon2() {
  try {
    const bytes = Buffer.alloc(8)
    const settings = { memory: 8, passes: 1, parallelism: 1, tagLength: 8 }
    crypto.argon2Sync('argon2id', { message: bytes, nonce: bytes, ...settings })
    return true
  } catch {
    return false
  }
}

/** Ends the process with one line if Node or systemd would lose variables of a file without a word. */
function expectPlainText(file) {
  let problem = 'is not UTF-8 without a byte order mark: save it as that'
  try {
    const bytes = readFileSync(file)
    // UTF-16 has zeros, and a mark becomes a part of the first name.
    if (!bytes.includes(0) && bytes.indexOf('\ufeff') !== 0) return
  } catch (error) {
    problem = `cannot be read (${error.code}): run this as its owner`
  }
  process.stderr.write(`${file} ${problem}.\n`)
  process.exit(1)
}

function run(node, file) {
  // Tasks that run a site read `.env`; variables of the environment take precedence. Tests and checks do not read it.
  const settingsFile = join(root, '.env')
  const usesSettings = /^(?:app\/(?!bench)|operations\/)/.test(taskFile) && existsSync(settingsFile)
  if (usesSettings) expectPlainText(settingsFile)
  const settings = usesSettings ? [`--env-file=${settingsFile}`] : []
  const child = spawn(node, [...settings, file, ...args], { cwd: root, stdio: 'inherit' })
  // Ctrl-C reaches the child directly; this process exits after it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  // npm's shell does not forward signals, so a changed parent process means that this process should stop too.
  const { ppid } = process
  const stopIfOrphaned = () => {
    if (process.ppid !== ppid) child.kill('SIGTERM')
  }
  if (process.env.npm_lifecycle_event) setInterval(stopIfOrphaned, 200).unref()
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
