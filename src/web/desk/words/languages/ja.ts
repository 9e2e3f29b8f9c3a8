import desk from '../../../../words/ja/desk.json' with { type: 'json' }
import shared from '../../../../words/ja/shared.json' with { type: 'json' }

export const words = { ...shared, ...desk }
