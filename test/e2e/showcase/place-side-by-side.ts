import sharp from 'sharp'

/** Height of the pictures in `docs/design.md`, in pixels. */
const height = 420
const gap = 10

/** Scales screenshots to one height, places them beside each other and writes them to a WebP file. */
export async function placeSideBySide(screenshots: readonly Buffer[], file: string): Promise<void> {
  const scaled = await Promise.all(
    screenshots.map((screenshot) =>
      sharp(screenshot).resize({ height }).toBuffer({ resolveWithObject: true }),
    ),
  )
  let left = 0
  const images = scaled.map(({ data, info }) => {
    const image = { input: data, left, top: 0 }
    left += info.width + gap
    return image
  })
  await sharp({ create: { width: left - gap, height, channels: 4, background: '#0000' } })
    .composite(images)
    .webp({ quality: 72, effort: 6 })
    .toFile(file)
}
