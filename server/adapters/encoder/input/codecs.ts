/** Codecs that are accepted, as ffmpeg names them, with the decoders that may read them, of the hundreds in a full ffmpeg. */
type Decoders = Readonly<Record<string, readonly string[]>>

const ownName = (...codecs: string[]): Decoders =>
  Object.fromEntries(codecs.map((codec) => [codec, [codec]]))

const video: Decoders = {
  ...ownName('h264', 'hevc', 'vp8', 'vp9', 'mpeg1video', 'mpeg2video', 'mpeg4', 'h263', 'mjpeg'),
  ...ownName('prores', 'dnxhd', 'dvvideo', 'cfhd', 'v210', 'rawvideo', 'qtrle', 'png'),
  ...ownName('huffyuv', 'ffvhuff', 'ffv1', 'utvideo'),
  ...ownName('vc1', 'wmv1', 'wmv2', 'wmv3', 'msmpeg4v2', 'vp6', 'vp6f'),
  av1: ['libdav1d', 'av1', 'libaom-av1'],
  flv1: ['flv'],
  msmpeg4v3: ['msmpeg4'],
}

const pcm = [
  ...['s16', 's24', 's32', 'f32', 'f64'].flatMap((format) => [
    `pcm_${format}le`,
    `pcm_${format}be`,
  ]),
  ...['pcm_s16le_planar', 'pcm_s16be_planar', 'pcm_u16le', 'pcm_u16be', 'pcm_u8', 'pcm_s8'],
  ...['pcm_alaw', 'pcm_mulaw', 'pcm_bluray', 'pcm_dvd', 's302m'],
]

const audio: Decoders = {
  ...ownName('aac', 'aac_latm', 'ac3', 'eac3', 'truehd', 'mlp', 'flac', 'alac', 'wavpack'),
  ...ownName('wmav1', 'wmav2', 'wmapro', 'wmalossless', 'wmavoice', ...pcm),
  ...ownName('adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_swf', 'adpcm_yamaha'),
  amr_nb: ['amrnb', 'libopencore_amrnb'],
  amr_wb: ['amrwb', 'libopencore_amrwb'],
  dts: ['dca'],
  mp1: ['mp1float', 'mp1'],
  mp2: ['mp2float', 'mp2'],
  mp3: ['mp3float', 'mp3'],
  opus: ['opus', 'libopus'],
  vorbis: ['vorbis', 'libvorbis'],
}

const accepted = { video, audio }

/** Whether the encoder decodes a codec. */
export const isDecodable = (kind: keyof typeof accepted, codec: string): boolean =>
  Object.hasOwn(accepted[kind], codec)

/** The value of ffmpeg's `-codec_whitelist`. */
export const decoderList = [video, audio].flatMap((codecs) => Object.values(codecs).flat()).join()
