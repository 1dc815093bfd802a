#include "rows.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>

// Bytes. The format's limit is 4 GiB; photos are far smaller.
enum { maximum_file_size = 256 << 20 };

uint8_t *cmedia_webp_rows(const cmedia_input *input, int32_t *width, int32_t *height) {
    int64_t size = cmedia_input_size(input);
    if (size <= 0 || size > maximum_file_size) return NULL;
    uint8_t *file = malloc((size_t)size);
    uint8_t *pixels = NULL;
    WebPIDecoder *decoder = NULL;
    WebPDecoderConfig config;
    if (!file || cmedia_input_read(input, file, (size_t)size, 0) != size || !WebPInitDecoderConfig(&config)) goto end;
    VP8StatusCode status = WebPGetFeatures(file, (size_t)size, &config.input);
    if (status != VP8_STATUS_OK || config.input.has_animation) goto end;
    double across = (double)config.input.width / *width, down = (double)config.input.height / *height;
    double factor = across > down ? across : down;
    if (factor < 1) factor = 1;
    int columns = (int)(config.input.width / factor), rows = (int)(config.input.height / factor);
    if (columns < 1) columns = 1;
    if (rows < 1) rows = 1;
    config.options.use_scaling = 1;
    config.options.scaled_width = columns;
    config.options.scaled_height = rows;
    pixels = cmedia_grey_pixels(columns, rows);
    if (!pixels) goto end;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels;
    config.output.u.RGBA.stride = columns * 4;
    config.output.u.RGBA.size = (size_t)columns * (size_t)rows * 4;
    decoder = WebPIDecode(NULL, 0, &config);
    int shown = 0;
    if (decoder) {
        WebPIUpdate(decoder, file, (size_t)size);
        WebPIDecGetRGB(decoder, &shown, NULL, NULL, NULL);
    }
    if (shown <= 0) {
        free(pixels);
        pixels = NULL;
    }
    *width = columns;
    *height = rows;
end:
    if (decoder) WebPIDelete(decoder);
    free(file);
    return pixels;
}
