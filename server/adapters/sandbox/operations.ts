import type { IconSize } from './image-operations.ts'

/**
 * The operations that run in a sandbox process. Implementations are imported on first use. Outside of `process-entry.ts`, import only types from this module: libvips
 * must not be loaded into the server or the worker.
 */
export const operations = {
  /** Crops an image to a square WebP. */
  renderSquare: async (input: Buffer, options: { width: number }) =>
    (await import('./image-operations.ts')).renderSquare(input, options),
  /** Resizes an image to WebP in several widths and computes its dominant colour. */
  renderWidths: async (input: Buffer, options: { widths: readonly number[] }) =>
    (await import('./image-operations.ts')).renderWidths(input, options),
  /** Draws a logo as PNG in the sizes of icons. */
  renderIcons: async (input: Buffer, options: { icons: readonly IconSize[] }) =>
    (await import('./image-operations.ts')).renderIcons(input, options),
  /** Re-encodes an image from its pixels in its own format. */
  reencodeImage: async (input: Buffer, options: { format: 'jpeg' | 'png' | 'gif' | 'webp' }) =>
    (await import('./image-operations.ts')).reencodeImage(input, options),
  /** Re-encodes a bitmap as PNG, or a HEIC photo as JPEG. */
  convertImage: async (input: Buffer, options: { format: 'bmp' | 'heic' }) =>
    (await import('./convert-image.ts')).convertImage(input, options),
  /** Encodes raw RGB pixels as WebP. */
  encodeRgb: async (
    input: Buffer,
    options: { width: number; height: number; quality: number; effort: number; longest?: number },
  ) => (await import('./image-operations.ts')).encodeRgb(input, options),
  /** Checks that a file is plain text. Detects the encoding by decoding the whole file in each candidate. */
  checkText: async (input: Buffer, _options: object) =>
    (await import('./check-text.ts')).checkText(input),
}

type Operations = typeof operations
export type OperationName = keyof Operations
export type OperationOptions<O extends OperationName> = Parameters<Operations[O]>[1]
export type OperationResult<O extends OperationName> = Awaited<ReturnType<Operations[O]>>

/** Sent over IPC; `size` bytes of input follow on stdin. */
export type SandboxRequest = { operation: OperationName; options: object; size: number }
export type SandboxResponse = { ready: true } | { result: unknown } | { invalid: string }
