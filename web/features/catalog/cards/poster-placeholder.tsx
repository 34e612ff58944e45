import { codePointSum } from '#web/ui/base/avatar.tsx'
import { categoryIds } from '#contract/core/constants.ts'

/** The texture of each genre, in `styles/utilities.css`, and its hue in degrees of OKLCH. */
const designs: Readonly<Record<number, readonly [texture: string, hue: number]>> = {
  [categoryIds.drama]: ['rain', 20],
  [categoryIds.film]: ['beam', 275],
  [categoryIds.animation]: ['bubbles', 330],
  [categoryIds.variety]: ['confetti', 70],
  [categoryIds.documentary]: ['contours', 165],
  [categoryIds.short_drama]: ['columns', 230],
}
const moonlight = ['moon', 250] as const

/** The largest difference of a title's hue from that of its genre, in degrees. */
const hueRange = 24

/** The length of a title in ems, about: Latin letters and digits are half as wide as Hangul. */
const widthOf = (title: string) =>
  Array.from(title).reduce((sum, letter) => sum + (letter < '\u1100' ? 0.55 : 1), 0)

/**
 * A poster for a work that has none: its title on the texture and the colour of its genre. Fills its box.
 * @param genre the id of the category; other ids, such as countries of origin, have a texture in common
 * @param isLettered false below badges and beside the title, as on cards of episodes
 */
export function PosterPlaceholder({
  title,
  genre = 0,
  isLettered = true,
}: {
  title: string
  genre?: number | undefined
  isLettered?: boolean
}) {
  const [texture, hue] = designs[genre] ?? moonlight
  const width = widthOf(title)
  const size = width <= 4 ? 'poster-lettering-lg' : width <= 12 ? 'poster-lettering-md' : ''
  return (
    <span
      aria-hidden="true"
      data-texture={texture}
      className="poster-placeholder"
      style={
        { '--hue': hue - hueRange + (codePointSum(title) % (2 * hueRange)) } as Record<
          string,
          number
        >
      }
    >
      {isLettered && <span className={`poster-lettering ${size}`}>{title}</span>}
    </span>
  )
}

/** The genre of a work's placeholder: the first of its categories that is no country of origin. */
export function genreOf(categories: readonly { id: number }[]): number | undefined {
  return categories.find(({ id }) => id in designs)?.id
}
