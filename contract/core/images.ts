/**
 * Stored image widths in pixels. A URL is `/images/{key}/{width}.webp`; responses contain the widest one, and clients
 * derive the others.
 */
export const imageWidths = {
  poster: [160, 240, 360, 540],
  backdrop: [480, 800, 1280, 1920],
  thumbnail: [240, 400, 640],
} as const

/** Profile images are squares of this width in pixels. */
export const profileWidth = 256
/** Key prefix of profile images only: shared caches must not store them. */
export const profileKeyPrefix = 'u'

export type ImageKind = keyof typeof imageWidths

/** Returns the URL of the same image at another width of its kind. Others are not stored. */
export function imageUrlAtWidth<Kind extends ImageKind>(
  url: string,
  _kind: Kind,
  width: (typeof imageWidths)[Kind][number],
): string {
  return url.replace(/\/\d+\.webp$/, `/${width}.webp`)
}

/** Returns a `srcset` value with every stored width. */
export function imageSrcset(url: string, kind: ImageKind): string {
  return imageWidths[kind]
    .map((width) => `${imageUrlAtWidth(url, kind, width)} ${width}w`)
    .join(', ')
}
