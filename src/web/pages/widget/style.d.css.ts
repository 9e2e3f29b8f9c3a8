/** The style sheet as a text: the build makes it one. */
export declare const css: string
