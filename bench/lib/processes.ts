import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Whether `program` is on the PATH. */
export function hasProgram(program: string): boolean {
  return spawnSync('which', [program], { stdio: 'ignore' }).status === 0
}

/** Pins the server to the first core and clients to the last, so that they do not compete. */
const cores = { server: 0, client: cpus().length - 1 }
const pins = process.platform === 'linux' && cores.client > 0 && hasProgram('taskset')

export function pinToCore(child: ChildProcess, as: keyof typeof cores): void {
  if (child.pid) pinPid(child.pid, as)
}

export function pinPid(pid: number, as: keyof typeof cores): void {
  if (!pins) return
  execFileSync('taskset', ['-a', '-p', '-c', String(cores[as]), String(pid)], { stdio: 'ignore' })
}

/** A command with its arguments, pinned to the core of `as` where possible. */
export function pinnedCommand(
  as: keyof typeof cores,
  program: string,
  args: readonly string[],
): [string, string[]] {
  return pins ? ['taskset', ['-c', String(cores[as]), program, ...args]] : [program, [...args]]
}

/** Starts a Node entry, sends it its options over IPC and waits for its ready message. */
export async function startNode(
  file: string,
  options: { env?: NodeJS.ProcessEnv; initialMessage?: unknown; as?: keyof typeof cores },
): Promise<{ child: ChildProcess; reply: unknown }> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  if (options.as) pinToCore(child, options.as)
  if (options.initialMessage !== undefined) child.send(options.initialMessage as object)
  const reply = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
  return { child, reply }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await Promise.race([ended, pause(10_000, undefined, { ref: false })])
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await ended
  }
}

/** CPU time in ms that the children of a process have used, those that have ended included, on Linux; 0 elsewhere. */
export function childrenCpuMs(pid: number): number {
  if (process.platform !== 'linux') return 0
  // proc(5): from the state on, utime and stime are fields 11 and 12, and those of ended children 13 and 14.
  const ticksOf = (of: number | string, first: number) => {
    const fields = readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return Number(fields[first]) + Number(fields[first + 1])
  }
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const ticks = children.reduce((sum, child) => sum + ticksOf(child, 11), ticksOf(pid, 13))
  return ticks * 10
}

/** The process of the PostgreSQL that was started in the folder of an app. */
export const readPostgresPid = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
