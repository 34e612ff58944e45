/**
 * Pictures are stored once and served in fixed widths, so a page asks for the one it shows.
 * An address is `/images/{key}/{width}.webp`; the wire carries the widest, the rest follow from it.
 */
export const imageWidths = {
  poster: [160, 240, 360, 540],
  backdrop: [480, 800, 1280, 1920],
  thumbnail: [240, 400, 640],
} as const

/** A member's picture is a square of one width. */
export const profileWidth = 256
/** What the key of a member's picture begins with, and that of no other: no shared cache may hold it (D-07). */
export const profileKeyPrefix = 'u'

export type ImageKind = keyof typeof imageWidths

/** The same picture at another width. `url` is any address of the picture; `width` one of its kind's widths. */
export function imageUrlAtWidth(url: string, width: number): string {
  return url.replace(/\/\d+\.webp$/, `/${width}.webp`)
}

/** A `srcset` attribute with every width the kind is stored in. */
export function imageSrcset(url: string, kind: ImageKind): string {
  return imageWidths[kind].map((width) => `${imageUrlAtWidth(url, width)} ${width}w`).join(', ')
}
