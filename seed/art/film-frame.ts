import { type Ctx, Stage as FilmStage } from '#seed/films/stage/stage.ts'
import type { Stage } from './brush.ts'

/**
 * Draws key art with the functions of the work's film, in its units: 1280×720, or the 480 units around `focus` of them on
 * the upright poster.
 */
export function filmFrame(
  { pen, w, h }: Stage,
  focus: number,
  draw: (ctx: Ctx, film: FilmStage, upright: boolean) => void,
) {
  const upright = h > w
  const scale = h / 720
  pen.scale(scale, scale)
  if (upright) pen.translate(w / scale / 2 - focus, 0)
  draw(pen, new FilmStage(1280, 720, scale), upright)
}
