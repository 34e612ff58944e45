import { throwProblem } from '#server/shared/problem-error.ts'
import {
  type JobWeight,
  readImageHeader,
  SandboxRejection,
  weightOf,
} from '#server/adapters/sandbox/index.ts'

/**
 * Checks the structure of an uploaded image, then has `decode` process it in a sandbox process. `decode` must not copy
 * metadata, such as the location in EXIF.
 * @param decode runs a sandbox operation with the given weight
 * @throws ProblemError `unsupported_media_type` for anything but a complete JPEG, PNG or WebP within the limits
 * (40 megapixels, 64 scans, 2,000 frames, 3 s of CPU time)
 * @throws SandboxUnavailable if the owner has too many files waiting or the machine is too busy
 */
export async function decodeImage<T>(
  file: Buffer | null,
  decode: (file: Buffer, weight: JobWeight) => Promise<T>,
): Promise<T> {
  const header = file ? readImageHeader(file) : undefined
  if (!file || !header || header.format === 'gif') throwProblem('unsupported_media_type')
  try {
    return await decode(file, weightOf(header))
  } catch (cause) {
    if (cause instanceof SandboxRejection) throwProblem('unsupported_media_type', { cause })
    throw cause
  }
}
