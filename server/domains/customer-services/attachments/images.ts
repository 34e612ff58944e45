import sharp, { type Sharp } from 'sharp'

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/** Of what is opened at all. */
const largestPixels = 40_000_000
/** GIF and WebP take a second of a core for so many pixels, frames counted. What is larger is made smaller. */
const costlyPixels = 10_000_000
const costly: ReadonlySet<ImageFormat> = new Set(['gif', 'webp'])

/**
 * Draws an image anew from its pixels, upright, in its own format: EXIF with its places, comments and whatever hangs
 * behind the image are left out. Of one that moves all frames are kept, or the first where they are too many.
 * @returns undefined for what is no whole image of that format of at most 40 megapixels.
 */
export async function redraw(file: Buffer, format: ImageFormat): Promise<Buffer | undefined> {
  try {
    // Before a pixel is read: the header says how many there are.
    const { format: found, width, height, pages = 1 } = await open(file, false).metadata()
    const pixels = width * height
    if (found !== format || pixels > largestPixels) return undefined
    const animated = pages > 1 && pixels * pages <= costlyPixels
    const image = open(file, animated).timeout({ seconds: 10 })
    // A rotation is of one picture; moving ones carry none.
    if (!animated) image.autoOrient()
    if (costly.has(format) && pixels > costlyPixels) {
      const scale = Math.sqrt(costlyPixels / pixels)
      // In a square of the longer side, because it may be turned by now.
      const side = Math.ceil(Math.max(width, height) * scale)
      image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    }
    return await written(image, format).toBuffer()
  } catch {
    return undefined
  }
}

// `error`: a file that ends early is refused, one with a harmless oddity, as phones make them, is not.
const open = (file: Buffer, animated: boolean) =>
  sharp(file, { limitInputPixels: largestPixels, failOn: 'error', sequentialRead: true, animated })

function written(image: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: 90 })
    case 'png':
      return image.png({ compressionLevel: 6 })
    case 'gif':
      return image.gif({ effort: 2 })
    case 'webp':
      return image.webp({ quality: 88, effort: 1 })
  }
}
