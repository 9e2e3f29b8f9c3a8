import desk from '../../../../words/it/desk.json' with { type: 'json' }
import shared from '../../../../words/it/shared.json' with { type: 'json' }

export const words = { ...shared, ...desk }
