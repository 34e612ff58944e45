/** `3:20`, `1:02:05`: hours only where `total` (or `seconds`) has them, so the width never jumps while playing. */
export function clockText(seconds: number, total = seconds): string {
  const whole = Math.max(0, Math.floor(seconds))
  const h = Math.floor(whole / 3600)
  const m = Math.floor(whole / 60) % 60
  const s = String(whole % 60).padStart(2, '0')
  return total >= 3600 ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${h * 60 + m}:${s}`
}
