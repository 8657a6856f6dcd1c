import type { DrawnGiftwrap } from '#contract/themes/themes.ts'

export interface WrapColours {
  stage: string
  paper: string
  fold: string
  ribbon: string
}

/** The giftwraps' colours on paper and in pictures, as they are on screen (web/ui/wraps). */
export const wrapColours: Record<DrawnGiftwrap, WrapColours> = {
  peony: { stage: '#f8dfe0', paper: '#fff4ee', fold: '#eccdc8', ribbon: '#b3245b' },
  bluebell: { stage: '#e0e5f8', paper: '#34449c', fold: '#27347c', ribbon: '#f6e7c4' },
  citrus: { stage: '#fdeccb', paper: '#1f6b69', fold: '#175250', ribbon: '#f5c242' },
  confetti: { stage: '#f1e4f2', paper: '#fff9ef', fold: '#f0e2cc', ribbon: '#5d4fb0' },
  fern: { stage: '#e6ecd9', paper: '#2f5c47', fold: '#234836', ribbon: '#d9843f' },
  winter: { stage: '#dfe9e4', paper: '#24574d', fold: '#1a4139', ribbon: '#c5364a' },
}
