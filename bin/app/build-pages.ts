import { StartupError } from '#server/shared/startup-error.ts'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const stamp = join(root, 'build', '.made-from')
const inputs = [
  'web',
  'contract',
  'fonts',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** Builds the pages where what they are made of has changed. @returns whether it built. */
export async function buildPages(): Promise<boolean> {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  process.stderr.write('Building the pages…\n')
  const program = join(root, 'node_modules/@react-router/dev/bin.cjs')
  let said = ''
  // A larger new space: collecting garbage is a tenth of the build's time with the default.
  const child = spawn(process.execPath, ['--max-semi-space-size=64', program, 'build'], {
    cwd: root,
    // A test runner sets its own, and React would be built for development.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk: Buffer) => (said += chunk))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  // Whoever stops us in the middle leaves no build behind that goes on.
  const endChild = () => void child.kill('SIGKILL')
  process.once('exit', endChild)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  process.off('exit', endChild)
  if (code !== 0) throw new StartupError(`The pages could not be built:\n${said}`)
  writeFileSync(stamp, wanted)
  return true
}

function fingerprint(): string {
  const hash = createHash('sha256').update(process.version).update('production')
  for (const input of inputs) {
    const path = join(root, input)
    if (!existsSync(path)) continue
    const names = input.includes('.')
      ? ['']
      : readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
    for (const name of names) {
      try {
        hash.update(name).update(readFileSync(join(path, name)))
      } catch {
        // A folder: its files come by themselves.
      }
    }
  }
  return hash.digest('hex')
}

if (import.meta.main) await buildPages()
