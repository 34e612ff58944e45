/** Brand colours in hex, for e-mail clients without CSS variables. */
export const ink = '#0a0d13'
export const surface = '#13161e'
export const raised = '#1c202a'
export const line = '#282d38'
export const paper = '#f8f5f1'
export const paper2 = '#bfc3ca'
export const paper3 = '#969ba6'
export const gam = '#ff9045'
export const onGam = '#210e06'

const fonts = `'Pretendard','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif`

/** Returns the inline style of a text; size and height in px. */
export function font(size: number, height: number, colour: string, weight = 400): string {
  return `font-family:${fonts};font-size:${size}px;line-height:${height}px;color:${colour};font-weight:${weight}`
}
