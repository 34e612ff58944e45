/** Relative luminance of an `#rrggbb` colour (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2). */
export function contrastRatio(color: string, surface: string): number {
  const [light = 0, dark = 0] = [luminance(color), luminance(surface)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The lightest surface on which the accent colour is text: `--color-surface-high` of `tokens.css`. */
const lightestSurface = '#282d38'
const minContrast = 4.5

/**
 * Whether text in this colour is readable on every dark surface. Such a colour is light, so the dark text on buttons of this
 * colour is readable too.
 */
export const isReadableAccent = (color: string): boolean =>
  contrastRatio(color, lightestSurface) >= minContrast
