/**
 * The look of a work: the scene that is painted, its six colours and its lettering. Data only, so
 * that a work can be read without drawing it.
 */

/** From the darkest to the lightest, then the colour of the light and the one that contrasts. */
export type Palette = {
  deep: string
  base: string
  mid: string
  soft: string
  glow: string
  accent: string
}

/** Reads six colours in the order of {@link Palette}, e.g. `#101020 #… #… #… #… #…`. */
export function palette(six: string): Palette {
  const [deep, base, mid, soft, glow, accent, more] = six.split(' ')
  if (!deep || !base || !mid || !soft || !glow || !accent || more)
    throw new Error(`A palette has six colours: ${six}`)
  return { deep, base, mid, soft, glow, accent }
}

export type SceneName =
  | 'moon'
  | 'beacon'
  | 'aurora'
  | 'ferry'
  | 'underwater'
  | 'island'
  | 'salt'
  | 'bridge'
  | 'train'
  | 'terraces'
  | 'desert'
  | 'mountain'
  | 'tree'
  | 'paper_city'
  | 'market'
  | 'storefront'
  | 'facade'
  | 'night_road'
  | 'tram'
  | 'umbrella'
  | 'elevator'
  | 'table'
  | 'palace'
  | 'portrait'
  | 'boxes'
  | 'clock'
  | 'shapes'
  | 'eye'
  | 'type_case'
  | 'subway_map'
  | 'paper_plane'
  | 'robot'
  | 'truck'

/** Typefaces; `fonts.ts` knows their files. */
export type FontName =
  | 'serif'
  | 'serif_bold'
  | 'song'
  | 'black'
  | 'retro'
  | 'heavy'
  | 'round'
  | 'brush'
  | 'sans'
  | 'sans_bold'
  | 'sans_black'

/**
 * Placement of the letters: `stack` sets the lines one under the other, `vertical` each line as a
 * column read from the right, `corners` its syllables to the four corners, `spread` every line to
 * the full width, `tumble` syllables dancing off the baseline, `slant` lines rising to the right.
 */
export type Layout = 'stack' | 'vertical' | 'corners' | 'spread' | 'tumble' | 'slant'

export type Lettering = {
  /** The title broken by hand; joined with spaces or nothing it is the title again. */
  lines: readonly string[]
  font: FontName
  layout: Layout
  /** A colour of the palette, or '#rrggbb'. */
  color: keyof Palette | `#${string}`
  /** Height of a letter on the 1080-wide poster. */
  size: number
  /** Position of the block on the poster, 0..1 of width and height; `align` selects its anchor. */
  at: readonly [x: number, y: number]
  align?: 'left' | 'center' | 'right'
  /** Line spacing in letter heights. */
  leading?: number
  /** Extra space between letters, in letter heights; may be negative. */
  tracking?: number
}

export type Look = {
  scene: SceneName
  palette: Palette
  /** Which of a scene's versions. */
  variant?: string
  /** Position and size of the subject on the poster. */
  at?: readonly [x: number, y: number, scale: number]
  title: Lettering
  /** The line of copy set small on the poster. */
  tagline: string
  /** Position of the small print. */
  small: 'top' | 'bottom' | 'under'
  /** Drawn as separate lettering for the heroes of the pages. */
  logo?: boolean
}
