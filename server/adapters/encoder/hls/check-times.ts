import { InputRejectedError } from '../encoder-errors.ts'
import { dataOutput, runFfmpeg, type RunLimits } from '../ffmpeg.ts'
import type { Probe } from '../input/probe.ts'
import { collectPackets } from '../input/read-source.ts'
import type { SourceNotice } from '../input/source-notices.ts'

/** Largest difference in seconds between the source's duration and that of a rendition. */
const durationTolerance = 0.1
/** Largest difference in seconds between the start of picture and sound (EBU R 37). */
const startTolerance = 0.04

/**
 * Compares the packets that ffmpeg reads in all renditions with those that it read in the source.
 * @returns what staff must know: the seconds at the end that could not be decoded.
 * @throws InputRejectedError if a rendition misses more than 2 % and a second, or has another start or a later end.
 */
export async function checkTimes(
  folder: string,
  probe: Pick<Probe, 'duration' | 'audio'>,
  rungs: readonly { name: string }[],
  run: { signal: AbortSignal; limits: RunLimits },
): Promise<SourceNotice[]> {
  const names = [...rungs.map(({ name }) => name), ...(probe.audio ? ['audio'] : [])]
  // ffmpeg delays the presentation times of signed composition offsets. Decoding starts and ends at the same times.
  const packets = collectPackets('decoding')
  await runFfmpeg(
    [
      // `-copyts`: otherwise ffmpeg moves the start of each input to zero.
      ...['-v', 'error', '-copyts'],
      ...names.flatMap((name) => ['-protocol_whitelist', 'file,pipe', '-i', `${name}/index.m3u8`]),
      ...names.flatMap((_, index) => ['-map', `${index}:0`]),
      ...['-c', 'copy', '-f', 'framecrc', dataOutput],
    ],
    { cwd: folder, ...run, onData: packets.add },
  )
  const read = new Map(packets.end())
  const ends = names.map((name, index) => {
    const { start, end } = read.get(index) ?? { start: 0, end: 0 }
    if (Math.abs(start) > startTolerance)
      throw new InputRejectedError('length_mismatch', `${name} starts at ${start} s`)
    return end
  })
  const { duration } = probe
  const detail = `${names.join()} end at ${ends.join()} of ${duration} s`
  if (Math.max(...ends) > duration + durationTolerance)
    throw new InputRejectedError('length_mismatch', detail)
  const missing = duration - Math.min(...ends)
  if (missing > duration * 0.02 + 1) throw new InputRejectedError('damaged', detail)
  return missing > durationTolerance
    ? [{ code: 'missing_end', seconds: Number(missing.toFixed(2)) }]
    : []
}
