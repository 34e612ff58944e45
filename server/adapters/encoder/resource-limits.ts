import { availableParallelism } from 'node:os'
import type { RunLimits } from './ffmpeg.ts'
import type { Probe } from './input/probe.ts'

/**
 * CPU, memory and patience one encode may take. The rule is 2x the duration (standards, media), of the whole
 * machine: grainy 1080p at 30 frames a second honestly costs 2.3 s of CPU a second, which 2x of one core would
 * refuse. Larger, faster and wide-range pictures get it in proportion; the floor covers starting up on short
 * ones. Memory is address space, of which 1080p takes 1.6 GiB and wide-range 4K 2 GiB on two cores, and which
 * grows by the stacks of the threads each core gets.
 */
export function encodeLimits(probe: Probe): RunLimits {
  const cores = availableParallelism()
  const rate = probe.frame_rate.num / probe.frame_rate.den
  const size = Math.max(1, (probe.width * probe.height * rate) / (1920 * 1080 * 30))
  const weight = size * (probe.colour.treatment === 'tone_map' ? 3 : 1)
  return {
    cpu_seconds: 60 + 2 * probe.duration * weight * Math.min(8, Math.max(2, cores)),
    memory_mib: (probe.width * probe.height > 1920 * 1200 ? 8192 : 4096) + 256 * cores,
    stall_seconds: 60,
  }
}
