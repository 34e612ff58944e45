import sharp, { type Sharp } from 'sharp'

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

const largestPixels = 40_000_000

/**
 * Draws an image anew from its pixels, upright, in its own format: EXIF with its places, comments and whatever hangs
 * behind the image are left out. Of one that moves all frames are kept, or the first where they are too many.
 * @returns undefined for what is no whole image of that format of at most 40 megapixels.
 */
export async function redraw(file: Buffer, format: ImageFormat): Promise<Buffer | undefined> {
  try {
    // Before a pixel is read: the header says how many there are.
    const { format: found, width, height, pages = 1 } = await open(file, false).metadata()
    if (found !== format || width * height > largestPixels) return undefined
    const animated = pages > 1 && width * height * pages <= largestPixels
    const image = open(file, animated).timeout({ seconds: 20 })
    // A rotation is of one picture; moving ones carry none.
    if (!animated) image.autoOrient()
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
      return image.png({ compressionLevel: 7 })
    case 'gif':
      return image.gif({ effort: 3 })
    case 'webp':
      return image.webp({ quality: 90, effort: 3 })
  }
}
