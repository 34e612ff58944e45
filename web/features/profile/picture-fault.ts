import { profileCopy } from '#web/copy/profile.ts'

const words = profileCopy.picture

/** What is wrong with a chosen file, before it is sent. */
export function pictureFault(
  file: Pick<File, 'name' | 'type' | 'size'>,
  limits: { types: readonly string[]; max_bytes: number },
): string | undefined {
  if (!limits.types.includes(file.type)) return words.invalid_type
  return file.size > limits.max_bytes ? words.too_large(file.name) : undefined
}
