import type { RunLimits } from './ffmpeg.ts'
import type { Probe } from './probe.ts'

/**
 * CPU, memory and patience one encode may take. 2x the duration is the budget of a plain 1080p film at 30
 * frames a second (standards, media); larger and faster pictures get it in proportion, or an honest 4K film would
 * be refused. The floor covers starting up on short ones.
 */
export function encodeLimits(probe: Probe): RunLimits {
  const rate = probe.frame_rate.num / probe.frame_rate.den
  const weight =
    Math.max(1, (probe.width * probe.height * rate) / (1920 * 1080 * 30)) * (probe.hdr ? 3 : 1)
  return {
    cpu_seconds: 60 + 2 * probe.duration * weight,
    memory_mib: probe.width * probe.height > 1920 * 1200 ? 12_288 : 6144,
    stall_seconds: 60,
  }
}
