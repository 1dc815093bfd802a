// MediaDecoder
