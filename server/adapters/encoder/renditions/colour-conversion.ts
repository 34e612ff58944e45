/** Colour tags of the renditions, and the conversion from the source. */
export type ColourConversion = {
  matrix: 'bt709' | 'smpte170m' | 'bt470bg'
  /** Converts only colours that screens cannot show: conversion costs a tenth of the encode. */
  treatment: 'keep' | 'convert' | 'tone_map'
  /** Tags that a source lacks whose colours are converted: the filter converts nothing that it has to guess. */
  assumed: string[]
}

/** Colour tags of a source by ffmpeg's names, null if untagged. */
type SourceColour = {
  matrix: string | null
  transfer: string | null
  primaries: string | null
}

/** Untagged video counts as BT.709 from 720p and as BT.601 below, the convention of broadcasters and players. */
export function planColourConversion(
  source: SourceColour,
  width: number,
  height: number,
): ColourConversion {
  const isHdr = source.transfer === 'smpte2084' || source.transfer === 'arib-std-b67'
  const isWide = source.primaries === 'bt2020' || source.matrix === 'bt2020nc'
  if (isHdr || isWide) {
    const assumed = [
      ...(source.matrix ? [] : ['colorspace=bt2020nc']),
      ...(source.primaries ? [] : ['color_primaries=bt2020']),
      ...(source.transfer ? [] : ['color_trc=bt709']),
    ]
    return { matrix: 'bt709', treatment: isHdr ? 'tone_map' : 'convert', assumed }
  }
  const isBt601 = source.matrix === 'smpte170m' || source.matrix === 'bt470bg'
  if (isBt601 || (source.matrix === null && width * height < 1280 * 576)) {
    // The matrix is the same for both; decoders of VP8 name either.
    const isPal = source.primaries === 'bt470bg' || (source.primaries === null && height === 576)
    return { matrix: isPal ? 'bt470bg' : 'smpte170m', treatment: 'keep', assumed: [] }
  }
  return { matrix: 'bt709', treatment: 'keep', assumed: [] }
}

/** Filters that scale to a size and convert to tagged 8-bit 4:2:0 in limited range. */
export function colourFilters(colour: ColourConversion, width: number, height: number): string[] {
  const size = `scale=${width}:${height}:flags=bicubic`
  const tags = colour.assumed.length > 0 ? [`setparams=${colour.assumed.join(':')}`] : []
  const steps: Record<ColourConversion['treatment'], string[]> = {
    keep: [
      `${size}:in_color_matrix=${scalerName(colour)}:out_color_matrix=${scalerName(colour)}:out_range=tv`,
      'format=yuv420p',
    ],
    // The scaler does not convert primaries.
    convert: [size, ...tags, 'zscale=p=bt709:t=bt709:m=bt709:r=tv', 'format=yuv420p'],
    // Linear light, Hable's curve, then the range and primaries of screens. Scales first, because tone mapping is slow.
    tone_map: [
      size,
      ...tags,
      'zscale=t=linear:npl=100',
      'format=gbrpf32le',
      'zscale=p=bt709',
      'tonemap=tonemap=hable:desat=0',
      'zscale=t=bt709:m=bt709:r=tv',
      'format=yuv420p',
    ],
  }
  const { matrix } = colour
  return [
    ...steps[colour.treatment],
    `setparams=range=tv:color_primaries=${matrix}:color_trc=${transfer(colour)}:colorspace=${matrix}`,
  ]
}

/** Encoder arguments with the same tags. */
export function colourArgs(colour: ColourConversion): string[] {
  return [
    ...['-colorspace', colour.matrix, '-color_primaries', colour.matrix],
    ...['-color_trc', transfer(colour), '-color_range', 'tv'],
  ]
}

function transfer(colour: ColourConversion): string {
  return colour.matrix === 'bt709' ? 'bt709' : 'smpte170m'
}

function scalerName(colour: ColourConversion): string {
  return colour.matrix === 'bt709' ? 'bt709' : 'bt601'
}
