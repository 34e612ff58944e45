// Runs in its own thread: the bytes are untrusted and the parser must be stoppable.
import { parentPort, workerData } from 'node:worker_threads'
import {
  FilePathSource,
  Input,
  MATROSKA,
  MP4,
  MPEG_TS,
  QTFF,
  WEBM,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny'

/** Raw values of the parser before validation. In seconds, pixels, degrees clockwise. */
export type RawProbe = {
  video: {
    index: number
    codec: string | null
    internal_codec: string
    width: number
    height: number
    coded_width: number
    coded_height: number
    rotation: number
    start: number
    end: number
    claimed_end: number | null
    frames: number
    bytes: number
    longest_gap: number
    frame_rate: number
    constant: boolean
    matrix: string | null
    transfer: string | null
    primaries: string | null
    full_range: boolean
  } | null
  audio: {
    index: number
    codec: string | null
    channels: number
    end: number
    start: number
  } | null
  video_tracks: number
}

async function probeFile(file: string): Promise<RawProbe> {
  using input = new Input({
    source: new FilePathSource(file),
    formats: [MP4, QTFF, MATROSKA, WEBM, MPEG_TS],
  })
  const videos = await input.getVideoTracks()
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  return {
    video: video && (await probeVideo(video)),
    audio: audio && (await probeAudio(audio)),
    video_tracks: videos.length,
  }
}

async function probeVideo(track: InputVideoTrack): Promise<RawProbe['video']> {
  const [metrics, stats, colour] = [
    await track.computeFrameRateMetrics({ targetPacketCount: 600 }),
    await track.computePacketStats(),
    await track.getColorSpace(),
  ]
  const internal = await track.getInternalCodecId()
  return {
    index: track.number - 1,
    codec: await track.getCodec(),
    internal_codec: typeof internal === 'string' ? internal : String(internal ?? ''),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    coded_width: await track.getCodedWidth(),
    coded_height: await track.getCodedHeight(),
    rotation: await track.getRotation(),
    start: await track.getFirstTimestamp(),
    end: await track.computeDuration(),
    claimed_end: await track.getDurationFromMetadata(),
    frames: stats.packetCount,
    bytes: Math.round(
      (stats.averageBitrate / 8) * (stats.packetCount / (stats.averagePacketRate || 1)),
    ),
    longest_gap: metrics.minFrameRate > 0 ? 1 / metrics.minFrameRate : 0,
    frame_rate: metrics.bestGuessFrameRate,
    constant: metrics.frameRateIsConstant,
    matrix: colour.matrix ?? null,
    transfer: colour.transfer ?? null,
    primaries: colour.primaries ?? null,
    full_range: colour.fullRange ?? false,
  }
}

async function probeAudio(track: InputAudioTrack): Promise<RawProbe['audio']> {
  return {
    index: track.number - 1,
    codec: await track.getCodec(),
    channels: await track.getNumberOfChannels(),
    start: await track.getFirstTimestamp(),
    end: await track.computeDuration(),
  }
}

probeFile(workerData as string).then(
  (raw) => parentPort!.postMessage({ raw }),
  (error: unknown) => parentPort!.postMessage({ error: String(error) }),
)
