import { availableParallelism } from 'node:os'
import type { RunLimits } from './ffmpeg.ts'
import type { Probe } from './input/probe.ts'

/**
 * CPU, memory and stall limits of one encode. The base is 2x the duration on all cores: grainy 1080p at 30 fps takes
 * 2.3 s of CPU per second, which 2x of a single core would reject. The limit scales with size, frame rate and tone
 * mapping; the constant covers startup on short inputs. Memory is address space: 1080p takes 1.6 GiB and HDR 4K 2 GiB on
 * two cores, and thread stacks add to it per core.
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
