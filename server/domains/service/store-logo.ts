import { createHash } from 'node:crypto'
import type { Storage } from '#server/adapters/storage/index.ts'
import { sandbox } from '#server/adapters/sandbox/index.ts'
import { decodeImage } from '#server/images/decode-image.ts'

/** The background of the pages, for icons that systems show without transparency. */
const background = '#0d1016'

const icon = (width: number) => ({
  name: `icon-${width}.png`,
  width,
  height: width,
  scale: 1,
  background: null,
})

/** The files of a logo. A maskable icon keeps the logo within the circle that every system shows. */
const icons = [
  { ...icon(480), name: 'logo-128.png', height: 128, is_cropped: true },
  icon(32),
  { ...icon(180), scale: 0.84, background },
  icon(192),
  icon(512),
  { ...icon(512), name: 'maskable-512.png', scale: 0.62, background },
]

/**
 * Stores a logo, re-encoded from its pixels, in the sizes of icons.
 * @returns the key of its folder, derived from the bytes.
 * @throws ProblemError as `decodeImage` does
 */
export async function storeLogo(
  files: Storage,
  member_id: number,
  file: Buffer | null,
): Promise<string> {
  const drawn = await decodeImage(file, (bytes, weight) =>
    sandbox.run('renderIcons', bytes, { icons }, { owner: { member_id }, weight }),
  )
  const hash = createHash('sha256')
  for (const { bytes } of drawn) hash.update(bytes)
  const key = `lg${hash.digest('hex').slice(0, 22)}`
  const folder = `images/${key.slice(0, 2)}/${key}` as const
  if (!(await files.has(`${folder}/maskable-512.png`)))
    await files.putFolder(folder, new Map(drawn.map(({ name, bytes }) => [name, bytes])))
  return key
}
