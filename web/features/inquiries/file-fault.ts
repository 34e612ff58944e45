import {
  attachmentExtensions,
  attachmentMaxBytes,
  attachmentTypes,
} from '#contract/customer-services/customer-services.ts'

export type FileFault = 'too_large' | 'empty' | 'invalid_type'

/**
 * What is wrong with a chosen file before it is sent. The server looks into it; here its name says enough, or, where
 * it has no ending, what the device takes it for.
 */
export function fileFault({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): FileFault | null {
  if (size > attachmentMaxBytes) return 'too_large'
  if (size === 0) return 'empty'
  const ending = /\.[^.]*$/.exec(name.toLowerCase())?.[0]
  const fits =
    ending === undefined
      ? attachmentTypes.some((one) => one === type)
      : attachmentExtensions.some((one) => one === ending)
  return fits ? null : 'invalid_type'
}

/** Bytes as people read them: `12.3MB`, `540KB`. Rounded up, so that what is over a bound never looks equal to it. */
export function sizeName(bytes: number): string {
  const megabytes = bytes / (1024 * 1024)
  if (megabytes >= 1) return `${Math.ceil(megabytes * 10) / 10}MB`
  return `${Math.max(1, Math.ceil(bytes / 1024))}KB`
}
